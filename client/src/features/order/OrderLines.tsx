import { paths } from '~/lib/paths'
import type { OrderStatus } from '~/lib/schema.gen'
import { Badge } from '~/ui/Badge'
import { Arrival, Day } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { awaitsDelivery, deliveryOf } from './delivery'
import type { OrderDetails_OrderFragment } from './OrderDetails.gen'

type OrderLine = OrderDetails_OrderFragment['orderItems'][number]

/** The ordered items, with their names and prices when ordered, and with the delivery date until they are delivered. */
export function OrderLines({ lines, status }: { lines: OrderLine[]; status: OrderStatus }) {
  return (
    <ul aria-label="Items" className="border-b">
      {lines.map((line) => (
        <Line key={line.id} line={line} status={status} />
      ))}
    </ul>
  )
}

function Line({ line, status }: { line: OrderLine; status: OrderStatus }) {
  const { product, productName, quantity } = line
  return (
    <li className="grid break-inside-avoid grid-cols-[4.5rem_1fr] gap-x-4 border-t py-4 sm:gap-x-6 print:grid-cols-1">
      <div className="grid aspect-[4/3] place-items-center self-start overflow-hidden bg-ground print:hidden">
        <Picture
          media={product?.image && { ...product.image, alt: '' }}
          sizes="4.5rem"
          className="size-full object-contain"
        />
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="min-w-0 basis-full text-body sm:grow sm:basis-0">
            {product ? (
              <Link
                to={paths.product(product.id)}
                className="underline decoration-control underline-offset-4 hover:decoration-fg"
              >
                {productName}
              </Link>
            ) : (
              productName
            )}{' '}
            <span className="font-mono font-normal whitespace-nowrap text-muted figures">{`x ${quantity}`}</span>
          </h3>
          <Money value={line.lineTotal} className="order-3 text-small sm:order-none sm:text-body" />
          <p className="order-2 sm:order-none sm:basis-full flex gap-2 text-small text-muted">
            <Money value={line.price} /> each
          </p>
        </div>
        {awaitsDelivery(status) && !line.isPreorder && line.delivery && (
          <div className="text-small text-muted">
            <Arrival of={deliveryOf(status, line.delivery)} />
          </div>
        )}
        {line.isPreorder && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
            <Badge tone="info">Pre-order</Badge>
            {awaitsDelivery(status) && line.expectedDelivery && (
              <span>
                Expected delivery <Day value={line.expectedDelivery} />
              </span>
            )}
          </p>
        )}
      </div>
    </li>
  )
}
