import { useQuery } from '@apollo/client/react'
import { useId } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { CartColumns } from '~/features/cart/CartColumns'
import { FitResult, FitSummary } from '~/features/fit/FitResult'
import { errorMessage } from '~/lib/apollo'
import { ButtonAnchor } from '~/ui/ButtonAnchor'
import { DateText } from '~/ui/DateText'
import { ErrorState } from '~/ui/ErrorState'
import { FactList } from '~/ui/FactList'
import { Section } from '~/ui/Layout'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { Totals } from '~/ui/Totals'
import { Actions } from './Actions'
import { isMonthly } from './monthly'
import { OrderQuote } from './OrderQuote'
import { QuoteDocument, type QuoteQuery } from './Quote.gen'
import { QuoteLines } from './QuoteLines'
import { quotedDetails } from './quotedDetails'
import { useQuoteOrder } from './useQuoteOrder'

type Quote = NonNullable<QuoteQuery['quote']>

/** A quote, for holders of its link, with a form to order at its prices. */
export default function QuotePage() {
  const { number = '', key = '' } = useParams()
  const { data, error, refetch } = useQuery(QuoteDocument, {
    variables: { number, key },
    fetchPolicy: 'cache-and-network',
  })
  const again = () => void refetch().catch(() => undefined)
  return (
    <Section tight>
      <h1 className="mb-10">{data?.quote ? `Quote ${data.quote.number}` : 'Quote'}</h1>
      {data?.quote ? (
        <Sheet key={number} quote={data.quote} link={key} onStale={again} />
      ) : error ? (
        <ErrorState title="Couldn't load the quote" message={errorMessage(error)} onRetry={again} />
      ) : data ? (
        <ErrorState
          title="Quote not found"
          message="Check that the link is complete. Quotes are deleted 90 days after they expire."
        />
      ) : (
        <Loading label="Loading the quote">
          <Skeleton className="h-96" />
        </Loading>
      )}
    </Section>
  )
}

function Sheet({ quote, link, onStale }: { quote: Quote; link: string; onStale: () => void }) {
  const { user, loading } = useAuth()
  const { pathname } = useLocation()
  const form = useId()
  const { number, version, name, company, billingInfo, validUntil, createdAt, lines, fit, obstacles } = quote
  const { busy, problem, send } = useQuoteOrder({ number, key: link, version }, onStale)
  const orders = user !== null && obstacles.length === 0
  return (
    <CartColumns
      summary={
        <section
          aria-labelledby={`${form}-sum`}
          aria-busy={busy}
          className="ticks grid gap-6 bg-plate p-6 sm:p-8"
        >
          <h2 id={`${form}-sum`} className="text-lead">
            At these prices
          </h2>
          <Totals sums={quote} />
          {lines.some(isMonthly) && (
            <p className="text-small text-muted">Monthly payments are not included in the total.</p>
          )}
          <div className="grid gap-3">
            <Actions
              quote={quote}
              form={orders ? form : undefined}
              busy={busy || loading}
              problem={problem}
            />
            <ButtonAnchor href={`${pathname}.pdf`} download>
              Download PDF
            </ButtonAnchor>
          </div>
        </section>
      }
    >
      <FactList
        className="mb-10"
        items={[
          { label: 'For', value: company ? `${name}, ${company}` : name },
          ...(billingInfo.vatNumber ? [{ label: 'VAT number', value: billingInfo.vatNumber }] : []),
          ...(billingInfo.purchaseOrderNumber
            ? [{ label: 'Purchase order', value: billingInfo.purchaseOrderNumber }]
            : []),
          { label: 'Created', value: <DateText value={createdAt} /> },
          { label: 'Valid until', value: <DateText value={validUntil} time /> },
        ]}
      />
      <h2 className="sr-only">Items</h2>
      <QuoteLines lines={lines} />
      {fit && (
        <section className="mt-10 grid gap-6">
          <h2 className="text-lead">Fit check</h2>
          <p className="text-small text-muted">
            Checked when the quote was created, with a part of {fit.partMassGrams / 1000}&nbsp;kg:{' '}
            <FitSummary outcome={fit.outcome} />
          </p>
          <FitResult check={fit} />
        </section>
      )}
      {orders && (
        <div className="mt-14">
          <OrderQuote form={form} owner={user.id} quoted={quotedDetails(quote)} onSubmit={send} />
        </div>
      )}
    </CartColumns>
  )
}
