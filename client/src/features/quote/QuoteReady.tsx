import { type ReactNode, useEffect, useRef } from 'react'
import { replyTime } from '~/lib/replyTime'
import { ButtonLink } from '~/ui/Button'
import { ButtonAnchor } from '~/ui/ButtonAnchor'
import { Day } from '~/ui/DateText'
import { Money } from '~/ui/Money'
import type { CreatedQuote } from './useCreateQuote'

/** Replaces the form once the quote is created, and takes its focus. */
export function QuoteReady({
  quote: { number, total, validUntil, replyBy, lines, url, page },
}: {
  quote: CreatedQuote
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const monthly = lines.filter(({ planKind }) => planKind === 'RENTAL' || planKind === 'SERVICE')
  return (
    <div className="ticks tick-signal grid justify-items-start gap-6 p-5 sm:p-6">
      <h3 ref={heading} tabIndex={-1} className="text-lead">
        Your quote {number} is ready
      </h3>
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        <Figure label={monthly.length > 0 ? 'One-time total' : 'Total'}>
          <Money value={total} />
        </Figure>
        {monthly.map(({ plan, quantity }) => (
          <Figure key={plan?.price} label="Plan">
            <span className="font-mono figures">
              {quantity > 1 && `${quantity} × `}
              {plan?.price} {plan?.period}
            </span>
          </Figure>
        ))}
        <Figure label="Valid until">
          <Day value={validUntil} />
        </Figure>
      </dl>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor href={url} download variant="primary">
          Download PDF
        </ButtonAnchor>
        <ButtonLink to={page}>Open quote</ButtonLink>
      </div>
      <p className="text-small text-muted">
        {replyBy && `We'll follow up by ${replyTime(replyBy)}. `}
        Anyone with a link can open this quote. To accept, order online, email us the quote number, or send a
        purchase order.
      </p>
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="label text-faint">{label}</dt>
      <dd className="text-body">{children}</dd>
    </div>
  )
}
