import { useApolloClient, useMutation } from '@apollo/client/react'
import { serverMessage } from '~/lib/apollo'
import { Button, type ButtonSize, type ButtonVariant } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { EmailStateDocument, EmailVerificationResendDocument } from './EmailState.gen'

/** Sends the letter with the link to verify once more. */
export function ResendLetter({
  to,
  size,
  variant,
}: {
  /** The address that is to be verified. */
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
        return toast.success(`A letter is on its way to ${to}. The one before is void.`)
      toast.info('Your address is verified already')
      await client.query({ query: EmailStateDocument, fetchPolicy: 'network-only' })
    } catch (error) {
      toast.error(serverMessage(error) ?? 'The letter could not be sent. Please try again.')
    }
  }
  return (
    <Button size={size} variant={variant} onClick={send} loading={loading} loadingText="Sending...">
      Send the letter again
    </Button>
  )
}
