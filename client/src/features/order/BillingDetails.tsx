import { AddressText } from '~/ui/AddressText'
import type { OrderDetails_OrderFragment } from './OrderDetails.gen'

/** An order's billing information; nothing if the invoice has only the delivery address. */
export function BillingDetails({ info }: { info: OrderDetails_OrderFragment['billingInfo'] }) {
  const { vatNumber, purchaseOrderNumber } = info
  if (!info.address && !vatNumber && !purchaseOrderNumber) return null
  return (
    <section aria-labelledby="billing" className="grid content-start gap-3">
      <h2 id="billing" className="text-lead">
        Billing information
      </h2>
      {info.address && (
        <address className="text-muted not-italic wrap-anywhere">
          <AddressText to={info} />
        </address>
      )}
      <dl className="grid gap-1 text-small text-muted">
        {vatNumber && <Fact label="VAT number" value={vatNumber} />}
        {purchaseOrderNumber && <Fact label="Purchase order" value={purchaseOrderNumber} />}
      </dl>
    </section>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt>{label}</dt>
      <dd className="font-mono text-fg wrap-anywhere">{value}</dd>
    </div>
  )
}
