import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyOptional } from '~/lib/lazyOptional'
import { Badge } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { CornerTicks, Section, SectionHeading } from '~/ui/Layout'
import type { PlanCard_PlanFragment, Plans_ProductFragment } from './Plans.gen'

// Optional: the plans are complete without it.
const BreakEven = lazyOptional(() => import('./BreakEven'))

export type PlanKind = 'rental' | 'purchase' | 'service'

const kinds: PlanKind[] = ['rental', 'purchase', 'service']

/** The plans. `onChoose` handles the choice. */
export default function Plans({
  product: { id, price, pricing },
  adding,
  onChoose,
}: {
  product: Plans_ProductFragment
  /** Whether a purchase is being added to the cart. */
  adding: boolean
  onChoose: (kind: PlanKind, plan: PlanCard_PlanFragment) => void
}) {
  const plans = kinds.flatMap((kind) => {
    const plan = pricing[kind]
    return plan ? [{ kind, plan }] : []
  })
  if (plans.length === 0) return null
  return (
    <Section id="plans" tight>
      <SectionHeading
        label="Plans"
        title="Rent, buy or add service"
        lead={
          price
            ? `Plan prices are in euros. Your cart and orders are in ${price.currency}. Prices are not converted.`
            : 'Plan prices are in euros.'
        }
      />
      <ul className="grid gap-8 lg:grid-cols-3">
        {plans.map(({ kind, plan }) => (
          <li key={kind}>
            <PlanCard
              plan={plan}
              adding={adding && kind === 'purchase'}
              onChoose={() => onChoose(kind, plan)}
            />
          </li>
        ))}
      </ul>
      {pricing.rental && pricing.purchase && <Comparison id={id} />}
    </Section>
  )
}

/** The comparison of renting and buying, loaded shortly before it scrolls into view. */
function Comparison({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="mt-10">
      {near && (
        <Suspense>
          <BreakEven id={id} />
        </Suspense>
      )}
    </div>
  )
}

function PlanCard({
  plan: { title, price, period, features, popular },
  adding,
  onChoose,
}: {
  plan: PlanCard_PlanFragment
  adding: boolean
  onChoose: () => void
}) {
  return (
    <CornerTicks signal={popular} className="flex h-full flex-col gap-6 bg-plate p-6 sm:p-8">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3>{title}</h3>
        {popular && <Badge tone="signal">Most Popular</Badge>}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-mono text-h2 font-normal figures">{price}</span>
        <span className="label text-faint">{period}</span>
      </p>
      <ul className="grid flex-1 content-start gap-3 border-t pt-6">
        {features.map((feature) => (
          <li key={feature} className="flex gap-3 text-small text-muted">
            <Icon name="check" className="mt-0.5 size-4 text-fg" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={popular ? 'primary' : 'secondary'}
        loading={adding}
        loadingText="Adding..."
        aria-label={adding ? undefined : `Choose Plan: ${title}`}
        onClick={onChoose}
      >
        Choose Plan
      </Button>
    </CornerTicks>
  )
}
