import type { ReactNode } from 'react'
import type { Shipping } from '~/features/checkout/shipping'
import { AddressText } from '~/ui/AddressText'

/** An order's delivery address, and notes for the carrier. */
export function ShippingAddress({ to, action }: { to: Shipping; action: ReactNode }) {
  return (
    <section aria-labelledby="shipping" className="grid content-start gap-3">
      <h2 id="shipping" className="text-lead">
        Shipping information
      </h2>
      <address className="text-muted not-italic wrap-anywhere">
        <AddressText to={to} />
      </address>
      {to.phone && <p className="text-muted">Phone {to.phone}</p>}
      {to.notes && <p className="text-muted wrap-anywhere whitespace-pre-line">{to.notes}</p>}
      {action && <div className="print:hidden">{action}</div>}
    </section>
  )
}
