import { type ReactNode, Suspense } from 'react'
import { lazyOptional } from '~/lib/lazyOptional'
import { AvailabilityStatus } from '~/ui/Availability'
import { Money } from '~/ui/Money'
import { Rating } from '~/ui/Rating'
import { SpecPlate } from '~/ui/SpecPlate'
import { Gallery } from './Gallery'
import { OrderFacts } from './OrderFacts'
import type { ProductQuery } from './Product.gen'

// Optional: a failure to load leaves it out.
const ArmLoad = lazyOptional(() => import('./ArmLoad'))

/**
 * The product's name, price, buttons (`children`) and data plate; `onPicture` is placed on the first picture, `more`
 * below the plate.
 */
export function ProductHero({
  product,
  onPicture,
  more,
  children,
}: {
  product: NonNullable<ProductQuery['product']>
  onPicture?: ReactNode
  more: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-span-7">
        <Gallery name={product.name} images={product.images}>
          {onPicture}
        </Gallery>
      </div>
      <div className="grid min-w-0 content-start gap-3 lg:col-span-5 lg:row-span-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <p className="label text-faint">{product.category}</p>
          <AvailabilityStatus of={product} />
        </div>
        <h1 className="max-lg:text-h2 lg:text-[3rem]">{product.name}</h1>
        <Rating value={product.rating} count={product.numOfReviews} />
        {product.price && (
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Money value={product.price} className="text-h2 font-normal" />
            <span className="label text-faint">{product.price.currency}, excl. tax</span>
          </p>
        )}
        <OrderFacts product={product} />
        <p className="max-w-prose text-muted">{product.shortDesc}</p>
        {children}
        <SpecPlate model={product.model} items={product.plate} />
        {more}
      </div>
      {product.engineering?.kind === 'ARM' && (
        <div className="lg:col-span-7">
          <Suspense>
            <ArmLoad id={product.id} figures={product.engineering} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
