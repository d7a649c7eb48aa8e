import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { serverMessage } from '~/lib/apollo'
import { showUserErrors } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { PasswordField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordField } from '~/ui/NewPasswordField'
import { changeSchema } from './accountSchema'
import { PasswordChangeDocument } from './PasswordChange.gen'

/** Changes the signed-in user's password, which requires the current one. */
export function ChangePasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [change] = useMutation(PasswordChangeDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(changeSchema),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const typed = useWatch({ control, name: 'newPassword' })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    setFailure(null)
    try {
      const { data } = await change({ variables: { input: { currentPassword, newPassword } } })
      if (data?.userPasswordChange.user) return onDone()
      const refusals = data?.userPasswordChange.userErrors ?? []
      setFailure(showUserErrors(refusals, ['currentPassword', 'newPassword'], setError))
    } catch (error) {
      setFailure(serverMessage(error) ?? "Couldn't change your password. Please try again.")
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
      <NewPasswordField
        label="New Password"
        typed={typed}
        error={errors.newPassword?.message}
        {...register('newPassword', { deps: 'confirmPassword' })}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
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
