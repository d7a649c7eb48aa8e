import type { ReactNode } from 'react'
import { maxCompared } from '~/lib/compared'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { comparisonPath } from './address'
import { suggestions } from './suggestions'

/** A comparison without products: a select for the first one, and suggestions. */
export function EmptyComparison({
  choices,
  slot,
}: {
  choices: readonly { id: string; name: string; category: string }[]
  slot: ReactNode
}) {
  const named = new Map(choices.map(({ id, name }) => [id, name]))
  return (
    <div className="grid gap-x-8 gap-y-12 border-t pt-8 lg:grid-cols-12">
      <div className="ticks grid content-start gap-6 bg-plate p-8 sm:p-12 lg:col-span-5">
        <h2>Nothing to compare yet</h2>
        <p className="text-muted">
          Add up to {maxCompared} products here, or select Compare on any product in the catalogue.
        </p>
        {slot}
      </div>
      <div className="lg:col-span-6 lg:col-start-7">
        <h3 className="label font-normal text-faint uppercase">Popular comparisons</h3>
        <ul className="mt-4 border-b">
          {suggestions(choices)
            .slice(0, 4)
            .map(({ name, ids }) => (
              <li key={name} className="border-t">
                <Link
                  to={comparisonPath({ ids, onlyDifferences: false })}
                  className="group flex items-center justify-between gap-6 py-4"
                >
                  <span>
                    <span className="block font-semibold group-hover:text-signal">{name}</span>
                    <span className="text-small text-muted">
                      {ids.map((id) => named.get(id)).join(' · ')}
                    </span>
                  </span>
                  <Icon name="arrow" className="size-5 text-faint group-hover:text-signal" />
                </Link>
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}
