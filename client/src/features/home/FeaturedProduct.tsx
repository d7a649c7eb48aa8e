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
import { SpecPlate } from '~/ui/SpecPlate'
import {
  type FeaturedProduct_ProductFragment,
  FeaturedProduct_ProductFragmentDoc,
} from './FeaturedProduct.gen'

// The first card is large and lies on its side, the others stand below it; the skeletons have the same frames.
const large = {
  card: 'lg:flex-row',
  picture: 'aspect-4/3 border-b md:max-lg:aspect-2/1 lg:w-7/12 lg:self-start lg:border-b-0',
  body: 'lg:justify-center lg:border-l lg:p-10',
  title: 'text-h2',
}
const small = { card: '', picture: 'aspect-4/3 border-b lg:aspect-2/1', body: '', title: '' }
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
    <Card className={`flex h-full flex-col ${place.card}`}>
      <div className={`shrink-0 bg-ground ${place.picture}`}>
        {product.image && (
          <Picture
            media={product.image}
            sizes={
              index === 0
                ? '(min-width: 80rem) 55vw, calc(100vw - 2.5rem)'
                : '(min-width: 80rem) 18vw, (min-width: 48rem) 50vw, calc(100vw - 2.5rem)'
            }
            className="size-full object-contain"
          />
        )}
      </div>
      <div className={`${body} ${place.body}`}>
        <p className="label flex flex-wrap justify-between gap-x-6 gap-y-1 text-faint">
          <span>{product.model}</span>
          <Availability product={product} />
        </p>
        <h3 className={place.title}>{product.name}</h3>
        <p className="max-w-prose text-small text-muted">{product.shortDesc}</p>
        <SpecPlate items={product.plate} />
        <div className="mt-auto flex flex-wrap items-center gap-3 pt-2 lg:mt-0">
          {product.price && <Money value={product.price} className="w-full sm:mr-auto sm:w-auto" />}
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
    <Card as="div" className={`flex h-full flex-col ${place.card}`}>
      <div className={`shrink-0 ${place.picture}`}>
        <Skeleton className="size-full" />
      </div>
      <div className={`${body} ${place.body}`}>
        <Skeleton className="h-4.5 w-40" />
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-64 w-full sm:h-44" />
        <Skeleton className="mt-auto h-11 w-full lg:mt-0" />
      </div>
    </Card>
  )
}
