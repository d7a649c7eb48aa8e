import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useViewTransitionState } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { AvailabilityStatus } from '~/ui/Availability'
import { ButtonLink } from '~/ui/Button'
import { Disclosure } from '~/ui/Disclosure'
import { InStockNote } from '~/ui/InStockNote'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture, viewTransitionClass } from '~/ui/Picture'
import { Rating } from '~/ui/Rating'
import { SpecPlate } from '~/ui/SpecPlate'
import { DashList } from './DashList'
import { type ProductSheet_ProductFragment, ProductSheet_ProductFragmentDoc } from './ProductSheet.gen'
import { SheetDetails } from './SheetDetails'

/** A product as a data sheet; `action` is its button. The `first` sheet's picture is the page's largest. */
export function ProductSheet({
  product: reference,
  first,
  action,
}: {
  product: FragmentType<ProductSheet_ProductFragment>
  first: boolean
  action: ReactNode
}) {
  const { data: product, complete } = useFragment({
    fragment: ProductSheet_ProductFragmentDoc,
    from: reference,
  })
  const to = paths.product(product.id ?? '')
  const moving = useViewTransitionState(to)
  if (!complete) return null
  return (
    <article aria-labelledby={`product-${product.id}`} className="border-t pt-5 pb-6 md:pt-4 md:pb-3">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-12">
        <Link
          to={to}
          viewTransition
          tabIndex={-1}
          aria-hidden="true"
          className="relative aspect-2/1 bg-ground sm:aspect-3/2 lg:col-span-4 lg:aspect-auto"
        >
          <Picture
            media={product.image}
            eager={first}
            sizes="(min-width: 64rem) 32vw, calc(100vw - 2.5rem)"
            className={`absolute inset-0 size-full object-contain ${moving ? viewTransitionClass : ''}`}
          />
        </Link>
        <div className="grid content-start gap-x-8 gap-y-4 lg:col-span-8 lg:grid-cols-[1fr_18rem]">
          <div className="grid content-start gap-3">
            <p className="label flex flex-wrap gap-x-4 text-faint">
              <span>{product.category}</span>
              {product.model && <span className="text-muted">{product.model}</span>}
            </p>
            <h3 id={`product-${product.id}`} className="text-h2">
              <Link to={to} viewTransition className="hover:text-signal">
                {product.name}
              </Link>
            </h3>
            <div className="flex flex-wrap items-center gap-x-8 gap-y-2">
              <Rating value={product.rating} count={product.numOfReviews} />
              <AvailabilityStatus of={product} />
            </div>
            <p className="max-w-prose text-muted">{product.shortDesc}</p>
            {product.price ? (
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Money value={product.price} className="text-lead" />
                <span className="label text-faint">{product.price.currency}, excl. tax</span>
              </p>
            ) : (
              <p className="label text-faint">Price to be announced</p>
            )}
            <div className="flex flex-wrap gap-x-3">
              <ButtonLink
                to={to}
                viewTransition
                size="sm"
                variant={product.stock > 0 ? 'primary' : 'secondary'}
                aria-label={`View Details: ${product.name}`}
              >
                View Details
              </ButtonLink>
              {action}
            </div>
            <InStockNote of={product} />
          </div>
          <div>
            {product.highlights[0] && (
              <Disclosure wide title="Key Highlights">
                <DashList items={product.highlights} />
              </Disclosure>
            )}
          </div>
          {/* Phones show the specifications instead. */}
          <div className="col-span-full empty:hidden max-sm:hidden">
            <SpecPlate items={product.plate} />
          </div>
        </div>
      </div>
      <SheetDetails id={product.id} />
    </article>
  )
}
