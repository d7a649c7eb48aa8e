import type { ReactNode } from 'react'
import { countryName } from '~/lib/countries'

/** Where an order goes: address, postal code and city, country. */
export function ShippingAddress({
  to: { address, city, postalCode, country },
  action,
}: {
  to: { address: string; city: string; postalCode: string; country: string }
  action: ReactNode
}) {
  return (
    <section aria-labelledby="shipping" className="grid content-start gap-3">
      <h2 id="shipping" className="text-lead">
        Shipping information
      </h2>
      <address className="text-muted not-italic wrap-anywhere">
        {address}
        <br />
        {postalCode} {city}
        <br />
        {countryName(country)}
      </address>
      {action && <div className="print:hidden">{action}</div>}
    </section>
  )
}
