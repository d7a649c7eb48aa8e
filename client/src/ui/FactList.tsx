import type { ReactNode } from 'react'

/** Labelled facts beside a form. */
export function FactList({
  items,
  className = '',
}: {
  items: readonly { label: string; value: ReactNode }[]
  className?: string
}) {
  return (
    <dl className={className}>
      {items.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-[9rem_1fr] gap-4 border-t py-4 last:border-b">
          <dt className="label pt-0.5 text-faint uppercase">{label}</dt>
          <dd className="text-small text-muted">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
