import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useAction } from '~/features/admin/kit/useAction'
import { requiredEmail } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { SelectField, TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { AdminStaffDocument, StaffInviteDocument } from './AdminStaff.gen'
import type { Role } from './RoleDialog'

const schema = z.object({
  email: requiredEmail,
  roleId: z.string().check(z.minLength(1, 'Choose a role')),
})
const empty = { email: '', roleId: '' }

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
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: empty,
  })
  const { errors, isSubmitting, isDirty } = formState
  const action = useAction({ form: { fields: ['email', 'roleId'], setError } })

  function close() {
    action.reset()
    onClose()
  }
  const submit = handleSubmit((values) =>
    action.run(() => action.send(StaffInviteDocument, values, { refetchQueries: [AdminStaffDocument] }), {
      onSuccess: () => {
        close()
        reset(empty)
      },
      done: `Invitation sent to ${values.email}`,
      failed: 'Failed to send the invitation.',
    }),
  )

  return (
    <Dialog open={open} onClose={close} title="Invite to the team">
      <form noValidate onSubmit={submit} className="grid gap-6">
        <UnsavedChangesGuard kept changed={isDirty} />
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
        <div>
          <FormMessage failure={action.failure} />
          <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Sending...">
            Send invitation
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
