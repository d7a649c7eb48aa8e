import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Acceptance, ConnectionLost } from '~/features/checkout/PlaceOrder'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { Button, ButtonLink } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { FormMessage } from '~/ui/FormMessage'
import { isMonthly } from './monthly'
import type { QuoteQuery } from './Quote.gen'
import { RenewQuote } from './RenewQuote'
import type { QuoteProblem } from './useQuoteOrder'

type Quote = NonNullable<QuoteQuery['quote']>

/** The actions for a quote in its current state; `form` is the ID of the form with the address, if there is one. */
export function Actions({
  quote,
  form,
  busy,
  problem,
}: {
  quote: Quote
  form?: string
  busy: boolean
  problem: QuoteProblem | null
}) {
  const { pathname } = useLocation()
  const { number, order, ordered, expired, obstacles, lines } = quote
  if (ordered)
    return (
      <Note title="This quote has been ordered">
        {order ? (
          <ButtonLink to={paths.order(order.id)} size="sm">
            Go to order {order.number}
          </ButtonLink>
        ) : (
          <p className="text-muted">The buyer can find the order in their profile.</p>
        )}
      </Note>
    )
  if (expired)
    return (
      <>
        <Note title="This quote has expired">
          <p className="text-muted">
            Prices were valid until <DateText value={quote.validUntil} time />.
          </p>
        </Note>
        <RenewQuote quote={quote} />
      </>
    )
  if (obstacles.length > 0) {
    const monthly = lines.find(isMonthly)?.productId
    return (
      <Note title="This quote can't be ordered here">
        <ul className="grid gap-2 text-muted">
          {obstacles.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          {monthly && (
            <ButtonLink to={`${paths.product(monthly)}#plans`} size="sm">
              See plans
            </ButtonLink>
          )}
          <ButtonLink to={`${paths.contact}?subject=${encodeURIComponent(`Quote ${number}`)}`} size="sm">
            Contact us
          </ButtonLink>
        </div>
      </Note>
    )
  }
  if (!form && !busy)
    return (
      <>
        <ButtonLink to={paths.login} state={{ from: pathname } satisfies FromState} variant="primary">
          Sign in to order
        </ButtonLink>
        <p className="text-small text-faint">Sign in to order and track it.</p>
      </>
    )
  return (
    <>
      <FormMessage failure={problem?.kind === 'refused' ? problem.message : null} />
      <div role="alert" className="empty:hidden">
        {problem?.kind === 'lost' && <ConnectionLost message={problem.message} />}
      </div>
      <Button
        type="submit"
        form={form}
        variant="primary"
        className="whitespace-normal"
        loading={busy}
        loadingText="Placing your order..."
      >
        {problem?.kind === 'lost' ? 'Try again' : 'Order at these prices'}
      </Button>
      <Acceptance />
    </>
  )
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 border-l-2 border-warn bg-raised p-4 text-small">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  )
}
