import type { ReactNode } from 'react'

/** Pairs of labels and values; with `line` in a row. */
export function FactPairs({
  items,
  line = false,
}: {
  items: { label: string; value: ReactNode; wide?: boolean }[]
  line?: boolean
}) {
  if (line)
    return (
      <dl className="mt-1 flex flex-wrap gap-x-5 text-small">
        {items.map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-faint">{label}</dt>
            <dd className="text-muted wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? 'col-span-full' : undefined}>
          <dt className="label text-faint">{label}</dt>
          <dd className="mt-0.5 text-small text-muted wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
