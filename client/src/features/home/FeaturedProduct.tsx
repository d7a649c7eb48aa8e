import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { Status } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { Card } from '~/ui/Card'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { Skeleton } from '~/ui/Skeleton'
import {
  type FeaturedProduct_ProductFragment,
  FeaturedProduct_ProductFragmentDoc,
} from './FeaturedProduct.gen'

// The first card is large, the others lie beside it; the skeletons have the same frames.
const large = { card: 'flex-col', picture: 'aspect-4/3 border-b', price: 'w-full sm:mr-auto sm:w-auto' }
const small = {
  card: 'flex-col xl:flex-row',
  picture: 'aspect-4/3 border-b xl:aspect-auto xl:w-2/5 xl:border-r xl:border-b-0',
  price: 'w-full',
}
const frame = (index: number) => (index === 0 ? large : small)
const body = 'flex min-w-0 flex-1 flex-col gap-4 p-5 sm:p-6'

/** A product of the home page's three; the route passes its second action. */
export function FeaturedProduct({
  product: from,
  index,
  action,
}: {
  product: FragmentType<FeaturedProduct_ProductFragment>
  index: number
  action: ReactNode
}) {
  const { data: product, complete } = useFragment({ fragment: FeaturedProduct_ProductFragmentDoc, from })
  const place = frame(index)
  if (!complete) return null
  return (
    <Card className={`flex h-full ${place.card}`}>
      <div className={`shrink-0 bg-ground ${place.picture}`}>
        {product.image && (
          <Picture
            media={product.image}
            sizes={
              index === 0
                ? '(min-width: 64rem) 55vw, 100vw'
                : '(min-width: 80rem) 18vw, (min-width: 64rem) 40vw, 100vw'
            }
            className="size-full object-contain"
          />
        )}
      </div>
      <div className={body}>
        <p className="label flex flex-wrap justify-between gap-x-6 gap-y-1 text-faint">
          <span>{product.model}</span>
          <Availability product={product} />
        </p>
        <h3>{product.name}</h3>
        <p className="max-w-prose text-small text-muted">{product.shortDesc}</p>
        <div className="mt-auto flex flex-wrap items-center gap-3 pt-2">
          {product.price && <Money value={product.price} className={place.price} />}
          <ButtonLink to={paths.product(product.id)} size="sm" aria-label={`View Details: ${product.name}`}>
            View Details
          </ButtonLink>
          {action}
        </div>
      </div>
    </Card>
  )
}

type Stock = Pick<FeaturedProduct_ProductFragment, 'stock' | 'isPreorder' | 'comingSoon'>

function Availability({ product: { stock, isPreorder, comingSoon } }: { product: Stock }) {
  if (comingSoon) return <Status>Coming soon</Status>
  if (isPreorder) return <Status tone="info">Pre-order</Status>
  return stock > 0 ? <Status tone="ok">{stock} in stock</Status> : <Status tone="warn">Out of stock</Status>
}

/** The card's shape while the graph answers. */
export function FeaturedSkeleton({ index }: { index: number }) {
  const place = frame(index)
  return (
    <Card as="div" className={`flex h-full ${place.card}`}>
      <div className={`shrink-0 ${place.picture}`}>
        <Skeleton className="size-full" />
      </div>
      <div className={body}>
        <Skeleton className="h-4.5 w-40" />
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="mt-auto h-11 w-full" />
      </div>
    </Card>
  )
}
