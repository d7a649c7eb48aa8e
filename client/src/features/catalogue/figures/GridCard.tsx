import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import {
  type ProductSheet_ProductFragment,
  ProductSheet_ProductFragmentDoc,
} from '~/features/catalogue/ProductSheet.gen'
import { paths } from '~/lib/paths'
import { AvailabilityStatus } from '~/ui/Availability'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'

/** A product in a grid: its picture, its first figures and its price. */
export function GridCard({ product: reference }: { product: FragmentType<ProductSheet_ProductFragment> }) {
  const { data: product, complete } = useFragment({
    fragment: ProductSheet_ProductFragmentDoc,
    from: reference,
  })
  if (!complete) return null
  const to = paths.product(product.id)
  return (
    <article aria-labelledby={`grid-${product.id}`} className="grid-card">
      <div className="grid-picture">
        <Picture
          media={product.image}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, calc(100vw - 2.5rem)"
        />
      </div>
      <p className="label text-faint">{product.model ?? product.category}</p>
      <h3 id={`grid-${product.id}`}>
        <Link to={to} className="hover:text-signal">
          {product.name}
        </Link>
      </h3>
      <dl>
        {product.plate.slice(0, 3).map(({ label, value }) => (
          <div key={label}>
            <dt className="label text-faint">{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid-foot">
        {product.price ? (
          <Money value={product.price} />
        ) : (
          <span className="label text-faint">Price to be announced</span>
        )}
        <AvailabilityStatus of={product} />
      </div>
    </article>
  )
}
