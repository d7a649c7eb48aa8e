import type { ReactNode } from 'react'
import { AvailabilityStatus } from '~/ui/Availability'
import { Money } from '~/ui/Money'
import { Rating } from '~/ui/Rating'
import { SpecPlate } from '~/ui/SpecPlate'
import { Gallery } from './Gallery'
import type { ProductHero_ProductFragment } from './ProductHero.gen'

/**
 * The machine, its plate, its price, and in `children` what can be done with it; `below` stands under the pictures, and on small screens
 * under the price.
 */
export function ProductHero({
  product,
  below,
  children,
}: {
  product: ProductHero_ProductFragment
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-span-7">
        <Gallery name={product.name} images={product.images} />
      </div>
      <div className="grid content-start gap-6 lg:col-span-5 lg:row-span-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <p className="label text-faint">{product.category}</p>
          <AvailabilityStatus of={product} />
        </div>
        <h1>{product.name}</h1>
        <Rating value={product.rating} count={product.numOfReviews} />
        <p className="max-w-prose text-lead text-muted">{product.shortDesc}</p>
        {product.price && (
          <p className="flex flex-wrap items-baseline gap-x-3 border-t pt-6">
            <Money value={product.price} className="text-h2 font-normal" />
            <span className="label text-faint">{product.price.currency}, excl. tax</span>
          </p>
        )}
        {children}
      </div>
      {(below || product.plate.length > 0) && (
        <div className="grid content-start gap-8 lg:col-span-7">
          {below}
          {product.plate.length > 0 && <SpecPlate model={product.model} items={product.plate} />}
        </div>
      )}
    </div>
  )
}
