import { useApolloClient, useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import { Button, type ButtonSize, type ButtonVariant } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { EmailStateDocument, EmailVerificationResendDocument } from './EmailState.gen'

/** Sends the verification email again. */
export function ResendEmail({
  to,
  size,
  variant,
}: {
  /** The address to verify. */
  to: string
  size?: ButtonSize
  variant?: ButtonVariant
}) {
  const client = useApolloClient()
  const [resend, { loading }] = useMutation(EmailVerificationResendDocument)
  async function send() {
    try {
      const { data } = await resend()
      if (!data?.emailVerificationResend.verified)
        return toast.success(`Email sent to ${to}. Earlier links no longer work.`)
      toast.info('Your email address is already verified')
      await client.query({ query: EmailStateDocument, fetchPolicy: 'network-only' })
    } catch (error) {
      toast.error(errorMessage(error, "Couldn't send the email. Please try again."))
    }
  }
  return (
    <Button size={size} variant={variant} onClick={send} loading={loading} loadingText="Sending...">
      Resend email
    </Button>
  )
}
