import { type ReactNode, useId } from 'react'
import { formatCount } from '~/lib/format'
import { Link } from '~/ui/Link'

/** The number of objects of each status, as a table with bars and links to their lists. */
export function StatusBars({
  title,
  head,
  rows,
}: {
  title: string
  /** The counted objects, such as 'Orders'. */
  head: string
  rows: { status: string; label: ReactNode; count: number; to: string }[]
}) {
  const id = useId()
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="label text-muted">
        {title}
      </h2>
      <table aria-labelledby={id} className="mt-3 w-full border-t text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">{head}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ status, label, count, to }) => (
            <tr key={status} className="border-b">
              <th scope="row" className="w-px pr-6 text-left font-normal whitespace-nowrap">
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-fg"
                >
                  {label}
                </Link>
              </th>
              <td>
                <span className="flex items-center gap-4">
                  <span className="flex-1">
                    <span className="block h-2.5 bg-muted" style={{ width: `${(count / most) * 100}%` }} />
                  </span>
                  <span className={`label min-w-8 text-right ${count === 0 ? 'text-faint' : ''}`}>
                    {formatCount(count)}
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
