import { formatDate, formatPeriod } from '~/lib/format'
import { paths } from '~/lib/paths'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import type { ProductQuery } from './Product.gen'

const link = 'underline decoration-control underline-offset-4 hover:decoration-fg'

/** The price with tax, delivery and warranty. */
export function OrderFacts({
  product: { priceWithTax, delivery, warranty },
}: {
  product: NonNullable<ProductQuery['product']>
}) {
  if (!priceWithTax) return null
  return (
    <dl className="grid gap-x-4 gap-y-2 border-y py-3 font-mono text-small figures min-[24rem]:grid-cols-2 [&_dt]:text-label [&_dt]:text-faint">
      <div>
        <dt>With tax</dt>
        <dd>
          <Money value={priceWithTax} />
        </dd>
      </div>
      {warranty && (
        <div>
          <dt>Warranty</dt>
          <dd>
            <Link to={`${paths.terms}#warranty`} className={link}>
              {warranty}
            </Link>
          </dd>
        </div>
      )}
      {delivery && (
        <div className="col-span-full">
          <dt>Arrives</dt>
          <dd>
            <Link to={`${paths.terms}#delivery`} className={link}>
              {formatPeriod(delivery)}
            </Link>
            {delivery.payBy && (
              <span className="text-label text-faint"> if paid by {formatDate(delivery.payBy, 'UTC')}</span>
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}
