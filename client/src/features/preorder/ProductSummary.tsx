import { useQuery } from '@apollo/client/react'
import { formatPeriod } from '~/lib/format'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { PreOrderPriceDocument } from './PreOrderPrice.gen'
import type { PreOrderProduct } from './preOrderProduct'

/** The product to pre-order. A product card passes its title as the category, too; it is shown once. */
export function ProductSummary({ product }: { product: PreOrderProduct }) {
  const { id, productName, category, image, plan } = product
  return (
    <section aria-labelledby="chosen-product" className="ticks grid gap-6 p-6 sm:p-8">
      <div className="grid aspect-[4/3] place-items-center overflow-hidden bg-ground">
        <Picture media={{ url: image, alt: '' }} eager className="size-full object-contain" />
      </div>
      <div className="grid gap-2">
        {category !== productName && <p className="label text-faint">{category}</p>}
        <h2 id="chosen-product">{productName}</h2>
        {id && <Price id={id} plan={plan} />}
        {plan && <p className="text-muted">{plan}</p>}
      </div>
      <p className="border-t pt-5 text-small text-muted">
        Expected delivery: {settings().periods.preorderDays} days after you submit. You are not charged now.
      </p>
    </section>
  )
}

/** Today's price, and a link to buy it from stock; nothing if that can't be loaded. */
function Price({ id, plan }: { id: string; plan?: string }) {
  const { data } = useQuery(PreOrderPriceDocument, { variables: { id } })
  const product = data?.product
  return (
    <>
      <p className="flex min-h-7 flex-wrap items-baseline gap-x-3">
        {product?.price && product.priceWithTax && (
          <>
            <Money value={product.price} className="text-lead" />
            <span className="label text-faint">
              {product.price.currency}, excl. tax · <Money value={product.priceWithTax} /> with tax
            </span>
          </>
        )}
        {product && !product.price && <span className="label text-faint">Price to be announced</span>}
      </p>
      {product?.delivery && !product.isPreorder && !plan && (
        <p className="text-small">
          In stock:{' '}
          <Link to={paths.product(id)} className="underline underline-offset-4 hover:text-signal">
            order it from its page
          </Link>
          , and it arrives {formatPeriod(product.delivery)}.
        </p>
      )}
    </>
  )
}
