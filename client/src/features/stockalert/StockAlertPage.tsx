import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { Button, ButtonLink } from '~/ui/Button'
import { EmailDrawing } from '~/ui/EmailDrawing'
import { FormMessage } from '~/ui/FormMessage'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import {
  StockAlertCancelDocument,
  StockAlertConfirmDocument,
  type StockAlertConfirmMutation,
} from './StockAlertLink.gen'

/** The response about a link. Its email is null if the link is unknown. */
type Result = Pick<StockAlertConfirmMutation['stockAlertConfirm'], 'email' | 'product'> & {
  token: string
  cancelled: boolean
}

/** Confirms or cancels a stock alert. It needs a click, because mail scanners open links. */
export default function StockAlertPage() {
  const token = useLinkToken()
  const [result, setResult] = useState<Result | null>(null)
  const current = result?.token === token ? result : null
  return (
    <FormPage
      title="Your stock alert"
      lead="One email when a product is back in stock, and none after that."
      aside={<EmailDrawing life="7 days" note="opt-in" />}
    >
      {token && !current ? (
        <LinkActions token={token} onResult={setResult} />
      ) : (
        <AlertOutcome result={current} />
      )}
    </FormPage>
  )
}

function LinkActions({ token, onResult }: { token: string; onResult: (result: Result) => void }) {
  const variables = { input: { token } }
  const [confirm, confirming] = useMutation(StockAlertConfirmDocument, { variables })
  const [cancel, cancelling] = useMutation(StockAlertCancelDocument, { variables })
  const busy = confirming.loading || cancelling.loading
  const error = confirming.error ?? cancelling.error
  const failed = confirming.error ? "Couldn't confirm the alert." : "Couldn't cancel the alert."

  async function send(cancelled: boolean) {
    confirming.reset()
    cancelling.reset()
    const found = await (cancelled
      ? cancel().then(({ data }) => data?.stockAlertCancel)
      : confirm().then(({ data }) => data?.stockAlertConfirm)
    ).catch(() => undefined)
    if (found) onResult({ token, cancelled, email: found.email, product: found.product })
  }

  return (
    <div>
      <p className="mb-8 max-w-prose text-muted">
        Confirm to get the email at the address we wrote to. Changed your mind? Cancel, and we'll delete your
        address.
      </p>
      <FormMessage failure={error && errorMessage(error, `${failed} Please try again.`)} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          className="grow"
          loading={confirming.loading}
          loadingText="Confirming..."
          disabled={busy}
          onClick={() => send(false)}
        >
          Confirm stock alert
        </Button>
        <Button
          loading={cancelling.loading}
          loadingText="Cancelling..."
          disabled={busy}
          onClick={() => send(true)}
        >
          Cancel alert
        </Button>
      </div>
    </div>
  )
}

function AlertOutcome({ result }: { result: Result | null }) {
  const { email, product, cancelled } = result ?? {}
  const browse = <ButtonLink to={paths.products}>Browse products</ButtonLink>
  if (!email || !product)
    return (
      <FormResult title="This link is not valid" action={browse}>
        <p>
          Links work for seven days, and then until the alert is sent or cancelled. You can ask again on the
          product's page.
        </p>
      </FormResult>
    )
  if (cancelled)
    return (
      <FormResult title="Alert cancelled" action={browse}>
        <p>
          <span className="text-fg">{email}</span> won't get an email about {product.name}.
        </p>
      </FormResult>
    )
  const view = <ButtonLink to={paths.product(product.id)}>View product</ButtonLink>
  if (product.maxQuantity > 0)
    return (
      <FormResult title="It's in stock" action={view}>
        <p>{product.name} is available already, so there is nothing to wait for.</p>
      </FormResult>
    )
  return (
    <FormResult title="Alert confirmed" action={view}>
      <p>
        <span className="text-fg">{email}</span> will get one email when {product.name} is back in stock. The
        link in our email cancels the alert at any time.
      </p>
    </FormResult>
  )
}
