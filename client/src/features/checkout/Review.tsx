import { type Amount, formatMoney } from '~/lib/format'
import { Badge } from '~/ui/Badge'
import { Arrival, Day, type Delivery } from '~/ui/DateText'
import { Money } from '~/ui/Money'
import { Picture, type PictureSource } from '~/ui/Picture'

/** The parts of a cart line that a buyer must see before ordering. */
type ReviewLine = {
  id: string
  name: string
  image: PictureSource | null
  price: Amount
  addedPrice: Amount
  quantity: number
  maxQuantity: number
  lineTotal: Amount
  isPreorder: boolean
  expectedDelivery: string | null
  delivery: Delivery | null
}

/** A read-only list of what is ordered. */
export function ReviewStep({ lines }: { lines: readonly ReviewLine[] }) {
  return (
    <ul aria-label="Items" className="border-b">
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </ul>
  )
}

function Line({ line }: { line: ReviewLine }) {
  const { name, image, price, addedPrice, quantity, maxQuantity } = line
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-t py-4 sm:gap-x-6">
      <div className="grid aspect-[4/3] place-items-center self-start overflow-hidden bg-ground">
        <Picture media={image && { ...image, alt: '' }} sizes="4.5rem" className="size-full object-contain" />
      </div>
      <div className="grid min-w-0 gap-1 text-small text-muted">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 className="min-w-0 basis-full text-body text-fg sm:grow sm:basis-0">{name}</h3>
          <Money value={line.lineTotal} className="order-3 text-fg sm:order-none sm:text-body" />
          <p className="order-2 sm:order-none sm:basis-full font-mono figures">
            {quantity} × {formatMoney(price)}
          </p>
        </div>
        {formatMoney(price) !== formatMoney(addedPrice) && (
          <p className="text-warn">
            Price changed: it was <Money value={addedPrice} /> when you added it.
          </p>
        )}
        {quantity > maxQuantity && (
          <p className="text-error">{maxQuantity > 0 ? `Only ${maxQuantity} available.` : 'Out of stock.'}</p>
        )}
        {!line.isPreorder && line.delivery && <Arrival of={line.delivery} />}
        {line.isPreorder && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone="info">Pre-order</Badge>
            {line.expectedDelivery && (
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
