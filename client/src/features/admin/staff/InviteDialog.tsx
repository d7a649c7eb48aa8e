import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { useSend } from '~/features/admin/kit/useAction'
import { requiredEmail } from '~/lib/forms'
import { SelectField, TextField } from '~/ui/Field'
import { AdminStaffDocument, StaffInviteDocument } from './AdminStaff.gen'
import type { Role } from './RoleDialog'

const resolver = zodResolver(
  z.object({ email: requiredEmail, roleId: z.string().check(z.minLength(1, 'Choose a role')) }),
)
const words = { title: 'Invite staff', action: 'Send invitation', working: 'Sending...' }

/** Sends an invitation by email. */
export function InviteDialog({
  open,
  roles,
  onClose,
}: {
  open: boolean
  roles: readonly Role[]
  onClose: () => void
}) {
  const send = useSend()
  return (
    <FormDialog
      words={words}
      open={open}
      edited={null}
      empty={{ email: '', roleId: '' }}
      resolver={resolver}
      save={(values) => send(StaffInviteDocument, values, { refetchQueries: [AdminStaffDocument] })}
      done={({ email }) => `Invitation sent to ${email}`}
      failed="Failed to send the invitation."
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField
            label="Email"
            type="email"
            required
            hint="The link in the email works once, within seven days."
            error={errors.email?.message}
            {...register('email')}
          />
          <SelectField label="Role" required error={errors.roleId?.message} {...register('roleId')}>
            <option value="">Choose a role</option>
            {roles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </FormDialog>
  )
}
