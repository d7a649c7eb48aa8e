import { lazy, type ReactNode, Suspense } from 'react'
import { takesOnlinePayment } from '~/lib/onlinePayment'
import { settings } from '~/lib/settings'
import { Button } from '~/ui/Button'
import { DateText, Day } from '~/ui/DateText'
import { Money } from '~/ui/Money'
import { OrderStatusLabel } from '~/ui/OrderStatusLabel'
import { Totals } from '~/ui/Totals'
import { BillingDetails } from './BillingDetails'
import { CancelOrder } from './CancelOrder'
import { ChangeAddress } from './ChangeAddress'
import { InvoiceButton } from './InvoiceButton'
import type { OrderDetails_OrderFragment } from './OrderDetails.gen'
import { OrderLines } from './OrderLines'
import { OrderProgress, type Preparation } from './OrderProgress'
import { PaymentBox } from './PaymentBox'
import { ShippingAddress } from './ShippingAddress'
import { TrackingLink } from './TrackingLink'

const Payments = lazy(() => import('./Payments'))
const PayOnline = lazy(() => import('./PayOnline'))

/** The details of an order. */
export function OrderDetails({
  order,
  preparation,
  placed,
  onStale,
  onCancelled,
}: {
  order: OrderDetails_OrderFragment
  preparation: Preparation
  /** Whether it was placed a moment ago. */
  placed: boolean
  onStale: () => Promise<unknown>
  onCancelled: () => void
}) {
  const shop = settings()
  const { payment, shipment, subtotal, tax, taxPercent, shipping, totalPrice } = order
  return (
    <>
      {placed && <ThankYou order={order} />}
      <dl className="flex flex-wrap gap-x-12 gap-y-5">
        {placed && <Fact label="Order">{order.number}</Fact>}
        <Fact label="Status">
          <OrderStatusLabel status={order.status} />
        </Fact>
        <Fact label="Date">
          <DateText value={order.createdAt} />
        </Fact>
        <Fact label="Order ID">
          <span className="font-mono text-small wrap-anywhere">{order.id}</span>
        </Fact>
      </dl>
      <div className="mt-6 flex flex-wrap gap-3 print:hidden">
        <InvoiceButton order={order} />
        <Button size="sm" onClick={() => window.print()}>
          Print order
        </Button>
      </div>
      {order.status === 'CANCELLED' && order.expiredAt && (
        <p className="mt-6 max-w-prose text-muted">
          Cancelled on <DateText value={order.expiredAt} className="text-fg" />, because no payment arrived.
          If you have paid, email {shop.email}: we'll ship the items if they're still in stock, or refund you.
        </p>
      )}
      <div className="mt-10 print:hidden">
        <OrderProgress
          status={order.status}
          changes={order.changes}
          due={payment != null}
          underWay={order.paymentUnderWay}
          preparation={preparation}
        />
      </div>
      {shipment && (
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-muted wrap-anywhere">
          <span>
            Shipped{shipment.carrier && ` with ${shipment.carrier}`} on{' '}
            <DateText value={shipment.shippedAt} />
          </span>
          <TrackingLink url={shipment.trackingUrl} />
        </p>
      )}
      {/* With a single column, the open tasks come first. */}
      <div className="mt-14 grid items-start gap-x-16 gap-y-12 lg:grid-cols-12 lg:grid-rows-[auto_1fr] print:mt-6 print:gap-y-6">
        {payment && (
          <div className="min-w-0 lg:col-span-5 lg:col-start-8 print:col-span-full">
            {(order.paymentUnderWay || takesOnlinePayment()) && (
              <Suspense>
                <PayOnline id={order.id} amount={payment.amount} underWay={order.paymentUnderWay} />
              </Suspense>
            )}
            {!order.paymentUnderWay && (
              <PaymentBox
                payment={payment}
                reservedUntil={order.reservedUntil}
                payBy={order.orderItems.find(({ delivery }) => delivery?.payBy)?.delivery?.payBy}
              />
            )}
          </div>
        )}
        <div className="grid min-w-0 gap-6 lg:col-span-7 lg:col-start-1 lg:row-span-2 lg:row-start-1 print:order-first print:col-span-full">
          <h2 className="text-lead">Items</h2>
          <OrderLines lines={order.orderItems} status={order.status} />
          <div className="w-full justify-self-end sm:max-w-80">
            <Totals sums={{ subtotal, tax, taxPercent, shipping, total: totalPrice }} />
          </div>
        </div>
        <div className="grid min-w-0 gap-12 lg:col-span-5 lg:col-start-8 print:col-span-full">
          {order.payments.length > 0 && (
            <Suspense>
              <Payments payments={order.payments} openAmount={order.openAmount} />
            </Suspense>
          )}
          <ShippingAddress
            to={order.shippingInfo}
            action={order.addressChangeable && <ChangeAddress order={order} onStale={onStale} />}
          />
          <BillingDetails info={order.billingInfo} />
          {order.cancellable && (
            <div className="border-t pt-6 print:hidden">
              <CancelOrder order={order} onStale={onStale} onCancelled={onCancelled} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="label text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Shown right after the checkout: a confirmation and the next steps. */
function ThankYou({ order: { number, payment } }: { order: OrderDetails_OrderFragment }) {
  return (
    <p className="mb-10 max-w-prose text-lead text-muted print:hidden">
      Thank you. We've received order <span className="whitespace-nowrap">{number}</span>, and a confirmation
      is on its way to you.
      {payment && (
        <>
          {' '}
          Next, transfer <Money value={payment.amount} className="text-fg" /> by{' '}
          <Day value={payment.dueAt} className="text-fg" />.
        </>
      )}
    </p>
  )
}
