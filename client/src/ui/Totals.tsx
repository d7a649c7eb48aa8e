import type { ReactNode } from 'react'
import type { Amount } from '~/lib/format'
import { Money } from './Money'
import { Skeleton } from './Skeleton'

export type Sums = {
  subtotal: Amount
  tax: Amount
  /** In per cent, if known. */
  taxPercent?: string | null
  shipping: Amount
  total: Amount
}

/** Subtotal, tax, shipping (Free if nothing) and total. Without sums it shows skeletons. */
export function Totals({ sums }: { sums?: Sums }) {
  const waiting = <Skeleton className="h-5 w-24" />
  return (
    <dl className="grid gap-3 text-small">
      <Row label="Subtotal">{sums ? <Money value={sums.subtotal} /> : waiting}</Row>
      <Row label={sums?.taxPercent ? `Tax (${sums.taxPercent}%)` : 'Tax'}>
        {sums ? <Money value={sums.tax} /> : waiting}
      </Row>
      <Row label="Shipping">
        {sums ? Number(sums.shipping.amount) === 0 ? 'Free' : <Money value={sums.shipping} /> : waiting}
      </Row>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t pt-5">
        <dt className="text-body font-semibold">Total</dt>
        <dd className="text-lead font-semibold">{sums ? <Money value={sums.total} /> : waiting}</dd>
      </div>
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
