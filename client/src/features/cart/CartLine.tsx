import { formatMoney } from '~/lib/format'
import { Badge } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { Arrival, Day } from '~/ui/DateText'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { QuantityStepper } from '~/ui/QuantityStepper'
import type { CartItem } from './cartCache'

export function CartLine({
  item,
  onQuantity,
  onRemove,
}: {
  item: CartItem
  onQuantity: (quantity: number) => void
  onRemove: () => void
}) {
  const { name, image, price, addedPrice, quantity, maxQuantity } = item
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-4 border-t py-6 sm:grid-cols-[9rem_1fr] sm:gap-x-8">
      <div className="grid aspect-[4/3] place-items-center self-start overflow-hidden bg-ground">
        <Picture media={image} sizes="(min-width: 40rem) 9rem, 4.5rem" className="size-full object-contain" />
      </div>
      <div className="grid min-w-0 gap-4">
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-1">
          <h2 className="min-w-0 text-lead">
            {/* The specified address of a cart item, which redirects to the product's page. */}
            <Link
              to={`/product/${encodeURIComponent(item.productId)}`}
              className="decoration-1 underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          </h2>
          <Money value={item.lineTotal} className="text-body" />
        </div>
        <div className="grid gap-2 text-small text-muted">
          <p className="flex gap-2">
            <Money value={price} /> each
          </p>
          {formatMoney(price) !== formatMoney(addedPrice) && (
            <p className="text-warn">
              Price changed: it was <Money value={addedPrice} /> when you added it.
            </p>
          )}
          {!item.isPreorder && item.delivery && <Arrival of={item.delivery} />}
          {item.isPreorder && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="info">Pre-order</Badge>
              {item.expectedDelivery && (
                <span>
                  Expected delivery <Day value={item.expectedDelivery} />
                </span>
              )}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:gap-4">
          <QuantityStepper name={name} quantity={quantity} maximum={maxQuantity} onChange={onQuantity} />
          <Button variant="ghost" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
            <Icon name="trash" className="size-4" />
            Remove
          </Button>
        </div>
        <p role="status" className="text-small text-warn empty:hidden">
          {quantity >= maxQuantity && limitNote(maxQuantity)}
        </p>
      </div>
    </li>
  )
}

function limitNote(maximum: number) {
  return maximum > 0 ? 'Maximum available quantity reached' : 'Out of stock. Remove it to check out.'
}
