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
import { resetSchema } from './accountSchema'
import { PasswordResetDocument } from './PasswordReset.gen'

/** Sets a new password with the token of an email. */
export function ResetForm({
  token,
  onDone,
  onBadLink,
}: {
  token: string
  onDone: () => void
  /** The token was used, has expired, was replaced or never existed. */
  onBadLink: () => void
}) {
  const [reset] = useMutation(PasswordResetDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const typed = useWatch({ control, name: 'newPassword' })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ newPassword }) => {
    setFailure(null)
    try {
      const { data } = await reset({ variables: { input: { token, newPassword } } })
      if (data?.passwordReset.reset) return onDone()
      const refusals = data?.passwordReset.userErrors ?? []
      if (refusals.some(({ field }) => field?.at(-1) === 'token')) return onBadLink()
      setFailure(showUserErrors(refusals, ['newPassword'], setError))
    } catch (error) {
      setFailure(serverMessage(error) ?? "Couldn't set your password. Please try again.")
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
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
          loadingText="Setting password..."
          className="w-full"
        >
          Set new password
        </Button>
      </div>
    </form>
  )
}
