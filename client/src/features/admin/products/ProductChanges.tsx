import { describe } from './describe'
import { labelOf } from './draftForm'

/** The changed fields, before and after. */
export function ProductChanges({
  changes,
  narrow = false,
}: {
  changes: readonly { name: string; before: string; after: string }[]
  /** Shows one value below the other. */
  narrow?: boolean
}) {
  return (
    <dl className="text-small">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="border-t py-3">
          <dt className="mb-1.5 font-semibold">{labelOf(name)}</dt>
          <dd className={`grid gap-x-6 gap-y-2 ${narrow ? '' : 'sm:grid-cols-2'}`}>
            <Value label="Before" text={describe(name, before)} muted />
            <Value label="After" text={describe(name, after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ label, text, muted = false }: { label: string; text: string; muted?: boolean }) {
  return (
    <div className="min-w-0">
      <p className="label text-faint">{label}</p>
      <p className={`mt-0.5 wrap-anywhere whitespace-pre-line ${muted ? 'text-muted' : ''}`}>{text}</p>
    </div>
  )
}
