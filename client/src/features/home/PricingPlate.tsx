import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { withUnits } from '~/lib/units'
import { Badge } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Money } from '~/ui/Money'
import { Skeleton } from '~/ui/Skeleton'
import type { Offer } from './offers'
import { type PricingPlate_ProductFragment, PricingPlate_ProductFragmentDoc } from './PricingPlate.gen'

/**
 * One column of the pricing table. Title, badge and links stand at once; `product` is undefined while the graph answers
 * and null when it has no such product. `action` is the button that the route adds. The rows of all columns share their
 * heights by subgrid, so that four cards read as one table.
 */
export function PricingPlate({
  offer: { productId, title, badge, drawing },
  product,
  action,
}: {
  offer: Offer
  product: FragmentType<PricingPlate_ProductFragment> | null | undefined
  action: ReactNode
}) {
  const found = useFragment({ fragment: PricingPlate_ProductFragmentDoc, from: product ?? null })
  const data = found.complete ? found.data : null
  const waiting = product === undefined
  return (
    <article
      className={`row-span-6 grid grid-rows-subgrid gap-0 bg-ground px-5 py-6 sm:px-7 sm:py-8 ${badge === 'Most Popular' ? '[box-shadow:inset_0_2px_var(--color-signal)]' : ''}`}
    >
      <div className="flex items-start justify-between gap-4">
        <svg viewBox="0 0 96 72" className="h-18 w-24 fill-none stroke-fg stroke-[1.25]" aria-hidden="true">
          <path d={drawing} />
        </svg>
        {badge && <Badge tone={badge === 'Most Popular' ? 'signal' : 'neutral'}>{badge}</Badge>}
      </div>

      <div className="pt-7">
        <h3 className="text-h2">{title}</h3>
        <p className="label mt-2 min-h-[1.5em] text-faint">{data?.model}</p>
        <div className="mt-4 min-h-18 text-small text-muted">
          {waiting ? <Skeleton className="h-16 w-full" /> : <p>{data?.shortDesc}</p>}
        </div>
      </div>

      <p className="mt-6 flex min-h-19 flex-wrap items-baseline gap-x-3 border-t pt-5">
        {waiting && <Skeleton className="h-8 w-36" />}
        {data?.price && (
          <>
            <Money value={data.price} className="text-lead" />
            <span className="label text-faint">per unit, excl. tax</span>
          </>
        )}
        {!waiting && !data?.price && <span className="font-mono">Price to be announced</span>}
      </p>

      <div className="border-t pt-5 pb-7">
        <h4 className="label text-faint uppercase">Key Features</h4>
        {waiting && <Skeleton className="mt-4 h-37 w-full" />}
        <ul className="mt-4 grid gap-2.5 text-small">
          {data?.highlights.map((highlight) => (
            <li key={highlight} className="flex gap-3 text-pretty">
              <Icon name="check" className="mt-1 size-3.5 text-faint" />
              {highlight}
            </li>
          ))}
        </ul>
      </div>

      <div className="border-t pt-5 pb-8">
        <h4 className="label text-faint uppercase">Technical Specs</h4>
        {waiting && <Skeleton className="mt-4 h-40 w-full" />}
        <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-4">
          {data?.plate.map(({ label, value }) => (
            <div key={label} className="grid min-w-0 content-start gap-0.5">
              <dt className="label text-faint">{label}</dt>
              <dd className="font-mono text-small figures">{withUnits(value)}</dd>
            </div>
          ))}
        </dl>
      </div>

      <div className="grid content-end gap-3 min-[22rem]:grid-cols-2">
        {action}
        <ButtonLink
          to={product === null ? paths.products : paths.product(productId)}
          size="sm"
          aria-label={`Learn More: ${title}`}
        >
          <span>
            Learn More<span className="sr-only">: {title}</span>
          </span>
        </ButtonLink>
      </div>
    </article>
  )
}
