import { useId } from 'react'
import { describe } from './describe'
import { labelOf } from './draftForm'

export type Side = 'yours' | 'theirs'

/** Fields with two values, one of which is chosen for each. */
export function BothSides({
  title,
  lead,
  conflicts,
  sides,
  chosen,
  onChoose,
}: {
  title: string
  lead: string
  conflicts: readonly { field: string; yours: string; theirs: string }[]
  /** The labels of the two sides. */
  sides: Record<Side, string>
  chosen: Readonly<Record<string, Side>>
  onChoose: (field: string, side: Side) => void
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-small text-muted">{lead}</p>
      </div>
      {conflicts.map(({ field, ...values }) => (
        <fieldset key={field} className="min-w-0 border-t pt-3">
          <legend className="label float-left w-full text-faint">{labelOf(field)}</legend>
          <div className="clear-both grid gap-3 pt-2 sm:grid-cols-2">
            {(['yours', 'theirs'] as const).map((side) => (
              <label
                key={side}
                className="flex min-h-11 cursor-pointer items-start gap-3 rounded-plate border border-control p-3 text-small has-checked:border-fg"
              >
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  checked={chosen[field] === side}
                  onChange={() => onChoose(field, side)}
                  className="mt-0.5 size-5 shrink-0 accent-signal"
                />
                <span className="min-w-0">
                  <span className="font-semibold">{sides[side]}</span>
                  <span className="line-clamp-6 text-muted wrap-anywhere whitespace-pre-line">
                    {describe(field, values[side])}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}
