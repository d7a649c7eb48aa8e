import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import { Skeleton } from '~/ui/Skeleton'
import { splitTitle, totalSpan } from './milestone'
import { type Timeline_MilestoneFragment, Timeline_MilestoneFragmentDoc } from './Timeline.gen'

// At most five milestones per row; each link overlaps the previous one's border.
const chain = 'grid gap-y-12 md:grid-cols-[repeat(auto-fit,minmax(max(11rem,19%),1fr))]'
const measured = 'label dimension -mr-px'

/**
 * The milestones as a chain of dimensions: each is labelled with the quarter that its title begins with, the total with
 * the line above. The latest one is marked.
 */
export function Timeline({ milestones }: { milestones: FragmentType<Timeline_MilestoneFragment>[] }) {
  const { data, complete } = useFragment({ fragment: Timeline_MilestoneFragmentDoc, from: milestones })
  if (!complete) return null
  const steps = data.map(({ id, title, description }) => ({ id, description, ...splitTitle(title) }))
  const span = totalSpan(steps)
  return (
    <>
      {span && (
        <p aria-hidden="true" className="dimension label mb-10 text-faint max-md:hidden">
          {span}
        </p>
      )}
      <ol className={chain}>
        {steps.map(({ id, measure, title, description }, index) => (
          <li key={id} className="min-w-0">
            <p
              className={`${measured} ${
                index === steps.length - 1 ? 'text-signal [--color-control:var(--color-signal)]' : 'text-fg'
              }`}
            >
              {measure ?? <span aria-hidden="true">–</span>}
            </p>
            <h3 className="mt-5 pr-6">{title}</h3>
            <p className="mt-3 max-w-prose pr-6 text-small text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

/** The chain's skeleton. */
export function TimelineSkeleton() {
  return (
    <div className={chain}>
      {[1, 2, 3, 4, 5].map((step) => (
        <div key={step}>
          <p className={measured}>
            <Skeleton className="h-4.5 w-20" />
          </p>
          <div className="pr-6">
            <Skeleton className="mt-5 h-7 w-4/5" />
            <Skeleton className="mt-3 h-24 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
