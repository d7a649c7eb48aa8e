import { useMutation } from '@apollo/client/react'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { EmailVerifyDocument } from './EmailVerify.gen'

/** Why a link did nothing: it is not valid any more, or its address has an account of its own by now. */
export type BadLink = 'invalid' | 'taken'

/**
 * Verifies the address that an email went to. By a button and not on opening: mail scanners open links too, and a
 * one-use link must wait for its reader.
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
        failure={error && (serverMessage(error) ?? "Couldn't verify your email address. Please try again.")}
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
