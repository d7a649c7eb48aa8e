import { useQuery } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { link, MailLink } from '~/features/admin/kit/controls'
import { Fact, When } from '~/features/admin/kit/values'
import { ChangeAddress } from '~/features/order/ChangeAddress'
import { awaitsDelivery, deliveryOf } from '~/features/order/delivery'
import { InvoiceButton } from '~/features/order/InvoiceButton'
import Payments from '~/features/order/Payments'
import { formatReference } from '~/lib/formatReference'
import { paths } from '~/lib/paths'
import { AddressText } from '~/ui/AddressText'
import { ButtonLink } from '~/ui/Button'
import { Arrival, Day } from '~/ui/DateText'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { Totals } from '~/ui/Totals'
import { AdminOrderDocument, type AdminOrderQuery } from './AdminOrder.gen'
import { OrderNotes } from './OrderNotes'
import { OrderShipment } from './OrderShipment'
import { OrderStatusSelect } from './OrderStatusSelect'
import { RecordPayment } from './RecordPayment'
import { Refund } from './Refund'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to load order details.'

/** An order beside the list; `id` comes from the address. */
export function OrderDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery(AdminOrderDocument, {
    variables: { id: id ?? '' },
    skip: id === null,
    fetchPolicy: 'cache-and-network',
  })
  const order = data?.order
  // By order: closing the drawer, or looking at another order, keeps what was typed.
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title={order ? `Order ${order.number}` : 'Order details'}
      place="side"
    >
      {order ? (
        <Details order={order} onStale={refetch}>
          <OrderNotes
            key={order.id}
            orderId={order.id}
            notes={order.notes}
            draft={drafts[order.id] ?? ''}
            onDraft={(text) => setDrafts((all) => ({ ...all, [order.id]: text }))}
          />
        </Details>
      ) : error ? (
        <ErrorState title={failed} onRetry={() => void refetch().catch(() => undefined)} />
      ) : data ? (
        <ErrorState title={failed} message="It may have been deleted." />
      ) : (
        <Loading label="Loading the order">
          <div className="grid gap-5">
            <Skeleton className="h-11" />
            <Skeleton className="h-40" />
            <Skeleton className="h-28" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

function Details({
  order,
  onStale,
  children,
}: {
  order: NonNullable<AdminOrderQuery['order']>
  onStale: () => Promise<unknown>
  children: ReactNode
}) {
  const {
    buyer,
    shippingInfo: to,
    billingInfo: bill,
    payment,
    subtotal,
    tax,
    taxPercent,
    shipping,
    totalPrice,
  } = order
  return (
    <div className="grid gap-8 text-small">
      <dl className="grid gap-4">
        <Fact label="Status">
          <OrderStatusSelect order={order} />
        </Fact>
        <Fact label="Buyer">
          <span className="block font-semibold wrap-anywhere">{buyer.name}</span>
          {buyer.deleted ? (
            <span className="text-faint">Account deleted</span>
          ) : (
            <MailLink email={buyer.email} subject={`Your order ${order.number}`} />
          )}
        </Fact>
        <Fact label="Placed">
          <When value={order.createdAt} />
        </Fact>
        {order.preparedBy && <Fact label="Prepared by">{order.preparedBy}</Fact>}
        {payment && (
          <Fact label="Payment">
            <span className="font-mono">{formatReference(payment.reference)}</span>, due{' '}
            <Day value={payment.dueAt} short />
            {order.paymentUnderWay && (
              <span className="block text-info">An online payment is under way. It can take a few days.</span>
            )}
          </Fact>
        )}
        {order.reservedUntil && !order.paymentUnderWay && (
          <Fact label="Items reserved until">
            <When value={order.reservedUntil} zone />
          </Fact>
        )}
        {order.status === 'CANCELLED' && order.expiredAt && (
          <Fact label="Cancelled">
            <When value={order.expiredAt} />, because no payment arrived. If it arrives now, set the order to
            Paid, which takes its items from stock again, or pay it back and set it to Refunded.
          </Fact>
        )}
        {order.termsVersion !== null && (
          <Fact label="Terms">
            <Link to={`${paths.terms}?version=${order.termsVersion}`} className={link}>
              Version {order.termsVersion}
            </Link>
          </Fact>
        )}
        <Fact label="Ship to">
          <address className="not-italic wrap-anywhere">
            <AddressText to={to} />
          </address>
          {to.phone && (
            <a href={`tel:${to.phone}`} className={link}>
              {to.phone}
            </a>
          )}
          {to.notes && <p className="mt-1 text-muted wrap-anywhere whitespace-pre-line">{to.notes}</p>}
          {order.addressChangeable && (
            <div className="mt-3">
              <ChangeAddress order={order} onStale={onStale} />
            </div>
          )}
        </Fact>
        {order.shipment && (
          <Fact label="Shipped">
            <OrderShipment order={order} shipment={order.shipment} />
          </Fact>
        )}
        {bill.address && (
          <Fact label="Bill to">
            <address className="not-italic wrap-anywhere">
              <AddressText to={bill} />
            </address>
          </Fact>
        )}
        {bill.vatNumber && (
          <Fact label="VAT number">
            <span className="font-mono wrap-anywhere">{bill.vatNumber}</span>
          </Fact>
        )}
        {bill.purchaseOrderNumber && (
          <Fact label="Purchase order">
            <span className="font-mono wrap-anywhere">{bill.purchaseOrderNumber}</span>
          </Fact>
        )}
      </dl>
      <section aria-labelledby="lines">
        <h3 id="lines" className="label mb-2 font-normal text-faint">
          Items
        </h3>
        <ul className="mb-5 border-b">
          {order.orderItems.map((line) => (
            <li key={line.id} className="flex justify-between gap-4 border-t py-3">
              <span className="min-w-0 wrap-anywhere">
                {line.productName}
                <span className="font-mono text-muted figures">{` x ${line.quantity}`}</span>
                {line.isPreorder && <span className="block text-info">Pre-order</span>}
                {awaitsDelivery(order.status) && line.delivery && (
                  <span className="text-faint">
                    <Arrival of={deliveryOf(order.status, line.delivery)} />
                  </span>
                )}
              </span>
              <Money value={line.lineTotal} />
            </li>
          ))}
        </ul>
        <Totals sums={{ subtotal, tax, taxPercent, shipping, total: totalPrice }} />
      </section>
      <Payments
        payments={order.payments}
        openAmount={order.openAmount}
        inDrawer
        action={(id) => {
          const payment = order.payments.find((one) => one.id === id)
          return payment && <Refund order={order} payment={payment} />
        }}
      />
      <RecordPayment order={order} />
      <div className="flex flex-wrap gap-3">
        <InvoiceButton order={order} />
        <ButtonLink to={paths.order(order.id)} size="sm">
          View order page
        </ButtonLink>
      </div>
      {children}
    </div>
  )
}
