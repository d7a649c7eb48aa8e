import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import * as z from 'zod/mini'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { requiredText } from '~/lib/forms'
import { Scope } from '~/lib/schema.gen'
import { CheckBox } from '~/ui/CheckBox'
import { FieldError, TextField } from '~/ui/Field'
import {
  AdminStaffDocument,
  type AdminStaffQuery,
  StaffRoleCreateDocument,
  StaffRoleUpdateDocument,
} from './AdminStaff.gen'
import { choose, permissions } from './permissions'

const schema = z.object({
  name: requiredText('Name', 100),
  scopes: z.array(z.enum(Scope)).check(z.minLength(1, 'Choose at least one permission')),
  needsFactor: z.boolean(),
})
const resolver = zodResolver(schema)
type Values = z.infer<typeof schema>
const empty: Values = { name: '', scopes: [], needsFactor: true }

export type Role = AdminStaffQuery['staffRoles'][number]

/** Adds a role, or changes `edited`. */
export function RoleDialog({
  open,
  edited,
  onClose,
}: {
  open: boolean
  edited: Role | null
  onClose: () => void
}) {
  const send = useSend()
  const id = useId()
  const save = (values: Values): Promise<Payload | undefined> =>
    edited
      ? send(StaffRoleUpdateDocument, { id: edited.id, ...values })
      : send(StaffRoleCreateDocument, values, { refetchQueries: [AdminStaffDocument] })
  return (
    <FormDialog<Values>
      noun="role"
      open={open}
      edited={edited}
      empty={empty}
      resolver={resolver}
      save={save}
      done={({ name }) => `${name} was ${edited ? 'saved' : 'added'}`}
      failed={edited ? 'Failed to save role.' : 'Failed to add role.'}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors, isSubmitted } }) => {
        const scopes = watch('scopes')
        return (
          <>
            <TextField
              label="Name"
              required
              hint="Such as Warehouse"
              error={errors.name?.message}
              {...register('name')}
            />
            <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
              {permissions.map((group) => (
                <fieldset key={group.title}>
                  <legend className="label mb-1 text-muted">{group.title}</legend>
                  {group.permissions.map(({ scope, label }) => (
                    <CheckBox
                      key={scope}
                      label={label}
                      checked={scopes.includes(scope)}
                      className="py-1"
                      onChange={({ target }) =>
                        setValue('scopes', choose(scopes, scope, target.checked), {
                          shouldDirty: true,
                          shouldValidate: isSubmitted,
                        })
                      }
                    />
                  ))}
                </fieldset>
              ))}
            </div>
            <div role="alert" className="empty:hidden">
              {errors.scopes?.message && <FieldError id={id}>{errors.scopes.message}</FieldError>}
            </div>
            <CheckBox
              label="Require two-step sign-in"
              hint="The permissions apply once it is set up."
              {...register('needsFactor')}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
