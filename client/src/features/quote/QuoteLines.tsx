import { paths } from '~/lib/paths'
import { Badge } from '~/ui/Badge'
import { Day } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import type { QuoteQuery } from './Quote.gen'

type QuoteLine = NonNullable<QuoteQuery['quote']>['lines'][number]

/** The lines at the quote's prices, and what has changed since. */
export function QuoteLines({ lines }: { lines: readonly QuoteLine[] }) {
  return (
    <ul aria-label="Items" className="border-b">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a quote's lines don't change, and a product may occur twice.
        <Line key={place} line={line} />
      ))}
    </ul>
  )
}

function Line({ line }: { line: QuoteLine }) {
  const {
    productId,
    productName,
    model,
    quantity,
    unitPrice,
    listPrice,
    discount,
    lineTotal,
    plan,
    product,
    expectedDelivery,
  } = line
  return (
    <li className="grid gap-2 border-t py-6 text-small text-muted">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 text-fg">
        <h3 className="min-w-0 text-body font-semibold">
          {productId ? (
            <Link
              to={paths.product(productId)}
              className="underline decoration-control underline-offset-4 hover:decoration-fg"
            >
              {productName}
            </Link>
          ) : (
            productName
          )}{' '}
          <span className="font-mono font-normal whitespace-nowrap text-muted figures">{`x ${quantity}`}</span>
        </h3>
        {lineTotal ? (
          <Money value={lineTotal} className="text-body" />
        ) : (
          <span className="font-mono figures">
            {quantity > 1 && `${quantity} × `}
            {plan?.price} {plan?.period}
          </span>
        )}
      </div>
      {model && <p className="label text-faint">{model}</p>}
      {unitPrice && (
        <p className="flex gap-2">
          <Money value={unitPrice} /> each
        </p>
      )}
      {listPrice && discount && (
        <p>
          List price <Money value={listPrice} />, total discount <Money value={discount} />
        </p>
      )}
      {plan && (
        <p>
          {plan.title}
          {line.planKind === 'SERVICE' && `: ${plan.price} ${plan.period} per unit`}
        </p>
      )}
      <Now line={line} />
      {product?.isPreorder && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone="info">Pre-order</Badge>
          {expectedDelivery && (
            <span>
              Expected delivery when quoted <Day value={expectedDelivery} />
            </span>
          )}
        </p>
      )}
    </li>
  )
}

/** The product's current price and availability. */
function Now({ line: { product, priceChanged, unitPrice } }: { line: QuoteLine }) {
  if (!product) return <p className="text-warn">No longer in the catalogue.</p>
  return (
    <>
      {priceChanged && unitPrice && (
        <p className="text-warn">
          {product.price ? (
            <>
              The price is now <Money value={product.price} />.
            </>
          ) : (
            'This product currently has no price.'
          )}{' '}
          This quote's price stays valid.
        </p>
      )}
      {!product.isPreorder && <p>{product.stock > 0 ? `${product.stock} in stock` : 'Out of stock'}</p>}
    </>
  )
}
