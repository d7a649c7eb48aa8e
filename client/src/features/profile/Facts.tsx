import type { ReactNode } from 'react'

/** Label and value pairs of a row. */
export function Facts({ items }: { items: { label: string; value: ReactNode; wide?: boolean }[] }) {
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
