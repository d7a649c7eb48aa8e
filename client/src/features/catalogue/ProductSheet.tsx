import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { AvailabilityStatus } from '~/ui/Availability'
import { ButtonLink } from '~/ui/Button'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { Rating } from '~/ui/Rating'
import { SpecPlate } from '~/ui/SpecPlate'
import { SpecTable } from '~/ui/SpecTable'
import { ProductFold } from './Fold'
import { type ProductSheet_ProductFragment, ProductSheet_ProductFragmentDoc } from './ProductSheet.gen'

/** One product as a data sheet; `action` is what can be done with it right here. */
export function ProductSheet({
  product: reference,
  action,
}: {
  product: FragmentType<ProductSheet_ProductFragment>
  action: ReactNode
}) {
  const { data: product, complete } = useFragment({
    fragment: ProductSheet_ProductFragmentDoc,
    from: reference,
  })
  if (!complete) return null
  return (
    <article aria-labelledby={`product-${product.id}`} className="border-t pt-6 pb-16 last:pb-0 md:pb-24">
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <Link
            to={paths.product(product.id)}
            tabIndex={-1}
            aria-hidden="true"
            className="grid aspect-4/3 bg-plate lg:aspect-auto lg:h-full"
          >
            {product.image && (
              <Picture
                media={product.image}
                sizes="(min-width: 64rem) 40vw, calc(100vw - 2.5rem)"
                className="size-full min-h-0 min-w-0 object-contain"
              />
            )}
          </Link>
        </div>
        <div className="grid content-start gap-5 lg:col-span-7">
          <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
            <p className="label text-faint">{product.category}</p>
            <AvailabilityStatus of={product} />
          </div>
          <h3 id={`product-${product.id}`} className="text-h2">
            <Link to={paths.product(product.id)} className="hover:text-signal">
              {product.name}
            </Link>
          </h3>
          <Rating value={product.rating} count={product.numOfReviews} />
          <p className="max-w-prose text-muted">{product.shortDesc}</p>
          <div className="flex flex-wrap items-center gap-x-8 gap-y-4 pt-1">
            {product.price ? (
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Money value={product.price} className="text-lead" />
                <span className="label text-faint">{product.price.currency}, excl. tax</span>
              </p>
            ) : (
              <p className="label text-faint">Price to be announced</p>
            )}
            <div className="flex flex-wrap gap-3">
              {action}
              <ButtonLink to={paths.product(product.id)} aria-label={`View Details: ${product.name}`}>
                View Details
              </ButtonLink>
            </div>
          </div>
          {product.plate.length > 0 && <SpecPlate model={product.model} items={product.plate} />}
        </div>
      </div>
      <SheetDetails product={product} />
    </article>
  )
}

function SheetDetails({ product }: { product: ProductSheet_ProductFragment }) {
  return (
    <div className="mt-8 grid gap-x-8 md:mt-12 md:gap-y-10 lg:grid-cols-12">
      {product.highlights.length > 0 && (
        <div className="border-t pb-6 md:pb-0 lg:col-span-5">
          <h4 className="py-3 text-small font-semibold">Key Highlights</h4>
          <Lines items={product.highlights} />
        </div>
      )}
      {product.modules.length > 0 && (
        <ProductFold title="Included Modules / Parts" className="lg:col-span-7">
          <Lines items={product.modules} className="sm:grid-cols-2" />
        </ProductFold>
      )}
      {product.specs.length > 0 && (
        <ProductFold title="Specifications" className="lg:col-span-12">
          <div className="gap-8 sm:columns-2 lg:columns-3">
            {product.specs.map((group) => (
              <div key={group.title} className="break-inside-avoid pt-1 pb-8">
                <SpecTable caption={group.title} items={group.items} />
              </div>
            ))}
          </div>
        </ProductFold>
      )}
      {product.tags.length > 0 && (
        <div className="flex flex-wrap items-baseline gap-x-8 border-t lg:col-span-12">
          <h4 className="py-3 text-small font-semibold">Tags</h4>
          <ul className="flex flex-wrap gap-x-6">
            {product.tags.map((tag) => (
              <li key={tag}>
                <Link
                  to={paths.search(tag)}
                  className="inline-flex min-h-11 items-center text-small text-muted hover:text-signal"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Lines({ items, className = '' }: { items: string[]; className?: string }) {
  return (
    <ul className={`grid gap-x-8 gap-y-2 ${className}`}>
      {items.map((item) => (
        <li key={item} className="grid grid-cols-[1.25rem_1fr] text-small">
          <span aria-hidden="true" className="mt-2.5 h-px w-2 bg-control" />
          {item}
        </li>
      ))}
    </ul>
  )
}
