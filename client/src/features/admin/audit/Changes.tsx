import type { AdminAuditQuery } from './AdminAudit.gen'
import { readable } from './words'

type Change = AdminAuditQuery['auditEntries']['nodes'][number]['changes'][number]

const few = 3

/** What became of each value: before and after. Many of them fold away. */
export function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <span className="text-faint">Nothing that may be shown</span>
  if (changes.length <= few) return <Values changes={changes} />
  return (
    <details>
      <summary className="flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-fg [&::-webkit-details-marker]:hidden">
        {changes.length} values
      </summary>
      <Values changes={changes} />
    </details>
  )
}

function Values({ changes }: { changes: Change[] }) {
  return (
    <dl className="grid gap-1.5 py-2">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt className="label text-faint">{name}</dt>
          <dd className="wrap-anywhere">
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
