import type { ReactNode } from 'react'

/** One thing that is known of an object, under its name; stands in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="label text-faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
