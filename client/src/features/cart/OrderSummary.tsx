import type { ReactNode } from 'react'
import { Skeleton } from '~/ui/Skeleton'
import { Totals } from '~/ui/Totals'
import type { Cart_CartFragment } from './Cart.gen'

/** The cart's totals; `busy` until the server has confirmed them. Without a cart it shows skeletons. */
export function OrderSummary({
  cart,
  busy,
  actions,
}: {
  cart?: Cart_CartFragment
  busy: boolean
  actions?: ReactNode
}) {
  return (
    <section
      aria-labelledby="order-summary"
      aria-busy={busy}
      className="ticks grid gap-6 bg-plate p-6 sm:p-8"
    >
      <h2 id="order-summary" className="text-lead">
        Order Summary
      </h2>
      <Totals sums={cart} />
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
