import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { useViewTransitionState } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { AvailabilityStatus } from '~/ui/Availability'
import { ButtonLink } from '~/ui/Button'
import { Card } from '~/ui/Card'
import { InStockNote } from '~/ui/InStockNote'
import { Money } from '~/ui/Money'
import { Picture, viewTransitionClass } from '~/ui/Picture'
import { Skeleton } from '~/ui/Skeleton'
import { SpecPlate } from '~/ui/SpecPlate'
import {
  type FeaturedProduct_ProductFragment,
  FeaturedProduct_ProductFragmentDoc,
} from './FeaturedProduct.gen'

// Shared with the skeletons.
const card = 'relative flex h-full flex-col md:max-lg:flex-row'
const picture =
  'relative aspect-2/1 shrink-0 border-b bg-ground sm:aspect-3/2 md:max-lg:w-2/5 md:max-lg:self-start md:max-lg:border-b-0'
const body = 'flex min-w-0 flex-1 flex-col gap-3 p-5 md:max-lg:border-l'

/** One of the three featured products; the whole card is a link. `action` is its second button. */
export function FeaturedProduct({
  product: from,
  action,
}: {
  product: FragmentType<FeaturedProduct_ProductFragment>
  action: ReactNode
}) {
  const { data: product, complete } = useFragment({ fragment: FeaturedProduct_ProductFragmentDoc, from })
  const to = paths.product(product.id ?? '')
  const moving = useViewTransitionState(to)
  if (!complete) return null
  return (
    <Card className={`${card} transition-colors duration-200 hover:border-control hover:bg-raised`}>
      <div className={picture}>
        <Picture
          media={product.image}
          sizes="(min-width: 64rem) 31vw, (min-width: 48rem) 40vw, calc(100vw - 2.5rem)"
          className={`absolute inset-0 size-full object-contain ${moving ? viewTransitionClass : ''}`}
        />
      </div>
      <div className={body}>
        <div className="label flex flex-wrap justify-between gap-x-6 gap-y-1 text-faint">
          <span>{product.model}</span>
          <AvailabilityStatus of={product} />
        </div>
        <h3>{product.name}</h3>
        <p className="text-small text-muted max-sm:hidden">{product.shortDesc}</p>
        <div className="mt-auto grid gap-2 max-sm:[&_.ticks]:hidden">
          <SpecPlate items={product.plate} />
          <div className="flex flex-wrap items-center gap-3">
            {product.price && <Money value={product.price} className="w-full text-lead" />}
            <ButtonLink
              to={to}
              viewTransition
              size="sm"
              variant={product.stock > 0 ? 'primary' : 'secondary'}
              // Its area extends over the card by ::after, which a transform on press would resize.
              className="active:translate-none after:absolute after:inset-0"
              aria-label={`View Details: ${product.name}`}
            >
              View Details
            </ButtonLink>
            {action}
          </div>
          <InStockNote of={product} />
        </div>
      </div>
    </Card>
  )
}

/** The card's skeleton. */
export function FeaturedSkeleton() {
  return (
    <Card as="div" className={card}>
      <div className={picture}>
        <Skeleton className="size-full" />
      </div>
      <div className={body}>
        <Skeleton className="h-4.5 w-40" />
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-16 w-full max-sm:hidden" />
        <Skeleton className="h-44 w-full max-sm:hidden" />
        <Skeleton className="mt-auto h-20 w-full" />
      </div>
    </Card>
  )
}
