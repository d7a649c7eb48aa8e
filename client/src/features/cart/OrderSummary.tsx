import type { ReactNode } from 'react'
import { Money } from '~/ui/Money'
import { Skeleton } from '~/ui/Skeleton'
import type { Cart_CartFragment } from './Cart.gen'

/** The server's totals; `busy` while they are about to change. Without a cart its shape waits for one. */
export function OrderSummary({
  cart,
  busy,
  actions,
}: {
  cart?: Cart_CartFragment
  busy: boolean
  actions?: ReactNode
}) {
  const waiting = <Skeleton className="h-5 w-24" />
  return (
    <section
      aria-labelledby="order-summary"
      aria-busy={busy}
      className="ticks grid gap-6 bg-plate p-6 sm:p-8"
    >
      <h2 id="order-summary" className="text-lead">
        Order Summary
      </h2>
      <dl className="grid gap-3 text-small">
        <Row label="Subtotal">{cart ? <Money value={cart.subtotal} /> : waiting}</Row>
        <Row label={cart ? `Tax (${cart.taxPercent}%)` : 'Tax'}>
          {cart ? <Money value={cart.tax} /> : waiting}
        </Row>
        <Row label="Shipping">
          {cart ? Number(cart.shipping.amount) === 0 ? 'Free' : <Money value={cart.shipping} /> : waiting}
        </Row>
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t pt-5">
          <dt className="text-body font-semibold">Total</dt>
          <dd className="text-lead font-semibold">{cart ? <Money value={cart.total} /> : waiting}</dd>
        </div>
      </dl>
      <div className="grid gap-3">
        {actions ?? (
          <>
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </>
        )}
      </div>
    </section>
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
