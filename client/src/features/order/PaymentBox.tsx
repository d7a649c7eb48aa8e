import type { ReactNode } from 'react'
import { formatReference } from '~/lib/formatReference'
import { paths } from '~/lib/paths'
import { DateText, Day } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { CopyLine } from './CopyLine'
import type { OrderDetails_OrderFragment } from './OrderDetails.gen'

type Payment = NonNullable<OrderDetails_OrderFragment['payment']>

const daysFrom = (day: string, instant: string) => Math.round((Date.parse(instant) - Date.parse(day)) / 864e5)

/** Bank details, amount and due date, while something is to be paid. */
export function PaymentBox({
  payment,
  reservedUntil,
  payBy,
}: {
  payment: Payment
  reservedUntil: string | null
  /** The latest payment date for which the delivery dates hold. */
  payBy?: string | null
}) {
  const { accountHolder, iban, bic, reference, amount, dueAt } = payment
  const unverified = reservedUntil !== null && reservedUntil < dueAt
  return (
    <section
      aria-labelledby="payment"
      className="ticks tick-signal grid break-inside-avoid gap-5 bg-plate p-5 sm:p-8 print:p-4"
    >
      <h2 id="payment" className="text-lead">
        Pay by bank transfer
      </h2>
      {unverified && (
        <p className="border-l-2 border-warn bg-raised px-4 py-3 text-small">
          Your email address is not verified, so items are reserved for one day. Open the link we sent you to
          reserve them until payment is due, or{' '}
          <Link
            to={paths.profile}
            className="underline decoration-control underline-offset-4 hover:decoration-fg"
          >
            have it sent again
          </Link>
          .
        </p>
      )}
      <dl>
        <Fact label="Amount">
          <Money value={amount} className="text-lead" />
        </Fact>
        <Fact label="Due">
          <Day value={dueAt} />
        </Fact>
        {reservedUntil && (
          <Fact label="Items reserved until">
            <DateText value={reservedUntil} time />
          </Fact>
        )}
        <Fact label="Account holder">{accountHolder}</Fact>
        <Fact label="IBAN" action={<CopyLine name="IBAN" text={iban.replaceAll(' ', '')} />}>
          <span className="font-mono text-small tracking-tight">{iban}</span>
        </Fact>
        <Fact label="BIC">
          <span className="font-mono text-small tracking-tight">{bic}</span>
        </Fact>
        <Fact label="Reference" action={<CopyLine name="reference" text={reference} />}>
          <span className="font-mono text-small tracking-tight">{formatReference(reference)}</span>
        </Fact>
      </dl>
      <p className="text-small text-muted">
        Include the reference so we can match your transfer to this order.
        {reservedUntil && ' We start once payment arrives.'}
        {payBy &&
          ` If you pay on the due date, items arrive about ${daysFrom(payBy, dueAt)} days later than shown.`}
      </p>
      {reservedUntil && !unverified && (
        <p className="text-small text-muted">
          If payment hasn't arrived by <Day value={reservedUntil} />, the order is cancelled.
        </p>
      )}
    </section>
  )
}

function Fact({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 border-t py-2.5">
      <dt className="label text-faint">{label}</dt>
      <dd className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {children}
        {action}
      </dd>
    </div>
  )
}
