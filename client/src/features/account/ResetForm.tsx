import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSubmit } from '~/lib/useSubmit'
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
  const form = useForm({
    resolver: zodResolver(resetSchema),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { handleSubmit, setError } = form
  const failed = "Couldn't set your password. Please try again."
  const { send, failure } = useSubmit(['newPassword'], setError, failed)

  const submit = handleSubmit(async ({ newPassword }) => {
    const payload = await send(PasswordResetDocument, { token, newPassword })
    if (payload?.reset) onDone()
    else if (payload?.userErrors.some(({ field }) => field?.at(-1) === 'token')) onBadLink()
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
