import { readable } from './readable'
import { Fold } from './values'

/** The change of a value: before and after as JSON. */
export type Change = { name: string; before: string | null; after: string | null }

/** The most values and characters that are shown on one line. */
const few = 3
const longest = 70

const textOf = ({ name, before, after }: Change) =>
  `${name} ${[before, after].map(readable).filter(Boolean).join(' → ')}`

/** The changed values, before and after. They are collapsed unless they fit on one line. */
export function Changes({ changes: all }: { changes: Change[] }) {
  // The entry has its own time.
  const changes = all.length > 1 ? all.filter(({ name }) => name !== 'updated_at') : all
  if (changes.length === 0) return <span className="text-faint">Not shown</span>
  const text = changes.map(textOf).join(' ')
  if (changes.length <= few && text.length <= longest) return <Values changes={changes} inline />
  const summary =
    changes.length > few ? `${changes.length} values` : `${text.slice(0, longest - 10).trimEnd()}…`
  return (
    <Fold summary={summary}>
      <Values changes={changes} />
    </Fold>
  )
}

function Values({ changes, inline = false }: { changes: Change[]; inline?: boolean }) {
  return (
    <dl
      className={
        // Text for screen readers only is absolutely positioned, and would otherwise widen the page.
        inline
          ? 'relative max-md:grid max-md:gap-1.5 md:truncate md:*:inline md:*:not-first:ml-3'
          : 'grid gap-1.5'
      }
    >
      {changes.map(({ name, before, after }) => (
        <div key={name} className={inline ? 'md:*:inline' : ''}>
          <dt className="label text-faint">{name}</dt>
          <dd className={`wrap-anywhere ${inline ? 'md:ml-2' : ''}`}>
            <Value label="before" json={before} className="text-muted" />
            {before !== null && after !== null && <span aria-hidden="true"> → </span>}
            <Value label="after" json={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ label, json, className }: { label: string; json: string | null; className?: string }) {
  const text = readable(json)
  if (text === null) return null
  return (
    <>
      <span className="sr-only">{` ${label}: `}</span>
      <span className={className}>{text}</span>
    </>
  )
}
