import { useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { EmailVerifyDocument } from './EmailVerify.gen'

/** Why a link failed: it is invalid, or another account now has its address. */
export type BadLink = 'invalid' | 'taken'

/**
 * Verifies the address that an email was sent to. It needs a click, because mail scanners open links and would use up a
 * single-use link.
 */
export function VerifyAddress({
  token,
  onVerified,
  onBadLink,
}: {
  token: string
  onVerified: () => void
  onBadLink: (why: BadLink) => void
}) {
  const [verify, { loading, error }] = useMutation(EmailVerifyDocument)

  async function send() {
    const { data } = await verify({ variables: { input: { token } } }).catch(() => ({ data: undefined }))
    if (!data) return
    const { verified, userErrors } = data.emailVerify
    if (verified) return onVerified()
    onBadLink(userErrors.some(({ code }) => code === 'TAKEN') ? 'taken' : 'invalid')
  }

  return (
    <div>
      <p className="mb-8 max-w-prose text-muted">Confirm that this email reached you.</p>
      <FormMessage
        failure={error && errorMessage(error, "Couldn't verify your email address. Please try again.")}
      />
      <Button
        variant="primary"
        onClick={send}
        loading={loading}
        loadingText="Verifying..."
        className="w-full"
      >
        Verify email address
      </Button>
    </div>
  )
}
