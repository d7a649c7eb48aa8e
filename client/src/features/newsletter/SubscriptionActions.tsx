import type { TypedDocumentNode } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { errorMessage } from '~/lib/apollo'
import type { NewsletterTokenInput } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import { NewsletterConfirmDocument, NewsletterUnsubscribeDocument } from './NewsletterLinks.gen'

type Use = {
  token: string
  /** Called with the address, partly hidden, or null if the link is unknown or has expired. */
  onResult: (email: string | null) => void
}

/** Confirms a subscription. It needs a click, because mail scanners open links. */
export function ConfirmSubscription(use: Use) {
  return (
    <UseLink
      {...use}
      document={NewsletterConfirmDocument}
      read={(data) => data.newsletterConfirm.email}
      failure="Couldn't confirm your subscription. Please try again."
      loadingText="Confirming..."
      button="Confirm subscription"
    >
      Confirm to get our newsletter at the address we emailed.
    </UseLink>
  )
}

/** Ends a subscription. */
export function Unsubscribe(use: Use) {
  return (
    <UseLink
      {...use}
      document={NewsletterUnsubscribeDocument}
      read={(data) => data.newsletterUnsubscribe.email}
      failure="Couldn't unsubscribe you. Please try again."
      loadingText="Unsubscribing..."
      button="Unsubscribe"
    >
      Stop the newsletter for this address. You'll still get emails about orders and pre-orders.
    </UseLink>
  )
}

function UseLink<Data>({
  token,
  onResult,
  document,
  read,
  failure,
  loadingText,
  button,
  children,
}: Use & {
  document: TypedDocumentNode<Data, { input: NewsletterTokenInput }>
  read: (data: Data) => string | null
  failure: string
  loadingText: string
  button: string
  children: ReactNode
}) {
  const [run, { loading, error }] = useMutation<Data, { input: NewsletterTokenInput }>(document)
  async function send() {
    const { data } = await run({ variables: { input: { token } } }).catch(() => ({ data: undefined }))
    if (data) onResult(read(data as Data))
  }
  return (
    <div>
      <p className="mb-8 max-w-prose text-muted">{children}</p>
      <FormMessage failure={error && errorMessage(error, failure)} />
      <Button variant="primary" onClick={send} loading={loading} loadingText={loadingText} className="w-full">
        {button}
      </Button>
    </div>
  )
}
