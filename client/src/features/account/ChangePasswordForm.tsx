import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordFields } from '~/ui/NewPasswordFields'
import { changeSchema } from './accountSchema'
import { PasswordChangeDocument } from './PasswordChange.gen'

/** Changes the signed-in user's password, which requires the current one. */
export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(changeSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const failed = "Couldn't change your password. Please try again."
  const { send, failure } = useSubmit(['currentPassword', 'newPassword'], setError, failed)

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    const payload = await send(PasswordChangeDocument, { currentPassword, newPassword })
    if (payload?.user) onDone()
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <NewPasswordFields label="New Password" name="newPassword" form={form} />
      <div>
        <FormMessage failure={failure} />
        <Button
          type="submit"
          variant="primary"
          loading={isSubmitting}
          loadingText="Changing password..."
          className="w-full"
        >
          Change password
        </Button>
      </div>
    </form>
  )
}
