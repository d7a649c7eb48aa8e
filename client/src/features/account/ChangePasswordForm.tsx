import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '~/lib/apollo'
import { showUserErrors } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordFields } from '~/ui/NewPasswordFields'
import { changeSchema } from './accountSchema'
import { PasswordChangeDocument } from './PasswordChange.gen'

/** Changes the signed-in user's password, which requires the current one. */
export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [change] = useMutation(PasswordChangeDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(changeSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    setFailure(null)
    try {
      const { data } = await change({ variables: { input: { currentPassword, newPassword } } })
      if (data?.userPasswordChange.user) return onDone()
      const refusals = data?.userPasswordChange.userErrors ?? []
      setFailure(showUserErrors(refusals, ['currentPassword', 'newPassword'], setError))
    } catch (error) {
      setFailure(errorMessage(error, "Couldn't change your password. Please try again."))
    }
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
