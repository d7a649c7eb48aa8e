import type { ReactNode } from 'react'
import { withUnits } from '~/lib/units'
import { CornerTicks } from './Layout'

/** One figure of a plate or a table. */
export type Spec = { label: string; value: ReactNode }

/** A machine's data plate: its model code and key figures; nothing without figures. */
export function SpecPlate({ model, items }: { model?: string | null; items: Spec[] }) {
  if (items.length === 0) return null
  return (
    <CornerTicks className="@container p-5">
      {model && (
        <p className="label mb-3 flex items-baseline justify-between gap-4 border-b pb-3">
          <span className="text-faint uppercase">Model</span>
          <span className="text-right text-small tracking-normal text-fg">{model}</span>
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 @sm:grid-cols-3 @2xl:grid-cols-6">
        {items.map(({ label, value }) => (
          <div key={label} className="grid min-w-0 content-start gap-1">
            <dt className="label text-faint">{label}</dt>
            <dd className="font-mono text-small figures">
              {typeof value === 'string' ? withUnits(value) : value}
            </dd>
          </div>
        ))}
      </dl>
    </CornerTicks>
  )
}
