import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { withUnits } from '~/lib/units'
import { Badge } from '~/ui/Badge'
import { ButtonLink } from '~/ui/Button'
import { Disclosure } from '~/ui/Disclosure'
import { Icon } from '~/ui/Icon'
import { Money } from '~/ui/Money'
import { Skeleton } from '~/ui/Skeleton'
import type { Offer } from './offers'
import { type PricingPlate_ProductFragment, PricingPlate_ProductFragmentDoc } from './PricingPlate.gen'

/**
 * One column of the pricing table. Title, badge and links are static; `product` is undefined while loading and null if
 * there is no such product. `action` is an additional button. The rows of all columns align by subgrid, so that four
 * cards read as one table.
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
      className={`grid grid-cols-2 content-start gap-x-4 md:row-span-6 md:grid-cols-1 md:grid-rows-subgrid md:gap-0 bg-ground px-5 py-5 sm:p-6 ${badge === 'Most Popular' ? '[box-shadow:inset_0_2px_var(--color-signal)]' : ''}`}
    >
      <div className="col-span-full flex flex-wrap items-start gap-x-4 gap-y-3">
        <svg viewBox="0 0 96 72" className="h-12 w-16 fill-none stroke-fg stroke-[1.5]" aria-hidden="true">
          <path d={drawing} />
        </svg>
        <div className="min-w-0 flex-1 md:order-1 md:basis-full">
          <h3>{title}</h3>
          <p className="label mt-1 min-h-[1.5em] text-faint">{data?.model}</p>
        </div>
        {badge && (
          <div className="md:ml-auto">
            <Badge tone={badge === 'Most Popular' ? 'signal' : 'neutral'}>{badge}</Badge>
          </div>
        )}
      </div>

      <div className="col-span-full mt-3 min-h-16 text-small text-muted">
        {waiting ? <Skeleton className="h-16 w-full" /> : <p>{data?.shortDesc}</p>}
      </div>

      <p className="col-span-full mt-4 flex min-h-14 pb-2 flex-wrap items-baseline gap-x-3 border-t pt-3">
        {waiting && <Skeleton className="h-8 w-36" />}
        {data?.price && (
          <>
            <Money value={data.price} className="text-lead" />
            <span className="label text-faint">per unit, excl. tax</span>
          </>
        )}
        {!waiting && !data?.price && <span className="font-mono text-small">Price to be announced</span>}
      </p>

      <div className="max-md:contents">
        <Disclosure wide title="Key Features">
          {waiting && <Skeleton className="h-37 w-full" />}
          <ul className="grid gap-2 text-small">
            {data?.highlights.map((highlight) => (
              <li key={highlight} className="flex gap-3">
                <Icon name="check" className="mt-1 size-3.5 text-faint" />
                {highlight}
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>

      <div className="max-md:contents">
        <Disclosure wide title="Technical Specs">
          {waiting && <Skeleton className="h-40 w-full" />}
          <dl className="grid grid-cols-2 gap-x-5 gap-y-3">
            {data?.plate.map(({ label, value }) => (
              <div key={label} className="grid min-w-0 content-start gap-0.5">
                <dt className="label text-faint">{label}</dt>
                <dd className="font-mono text-small figures">{withUnits(value)}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      </div>

      <div className="col-span-full grid content-end gap-3 max-md:order-2 max-md:mt-3 min-[22rem]:grid-cols-2">
        {action}
        <ButtonLink
          to={product === null ? paths.products : paths.product(productId)}
          size="sm"
          variant={data && data.stock > 0 ? 'primary' : 'secondary'}
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
