import { useMutation } from '@apollo/client/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '~/lib/apollo'
import { showUserErrors } from '~/lib/forms'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { NewPasswordFields } from '~/ui/NewPasswordFields'
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
  const form = useForm({
    resolver: zodResolver(resetSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { handleSubmit, setError } = form

  const submit = handleSubmit(async ({ newPassword }) => {
    setFailure(null)
    try {
      const { data } = await reset({ variables: { input: { token, newPassword } } })
      if (data?.passwordReset.reset) return onDone()
      const refusals = data?.passwordReset.userErrors ?? []
      if (refusals.some(({ field }) => field?.at(-1) === 'token')) return onBadLink()
      setFailure(showUserErrors(refusals, ['newPassword'], setError))
    } catch (error) {
      setFailure(errorMessage(error, "Couldn't set your password. Please try again."))
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <NewPasswordFields label="New Password" name="newPassword" form={form} />
      <div>
        <FormMessage failure={failure} />
        <Button
          type="submit"
          variant="primary"
          loading={form.formState.isSubmitting}
          loadingText="Setting password..."
          className="w-full"
        >
          Set new password
        </Button>
      </div>
    </form>
  )
}
