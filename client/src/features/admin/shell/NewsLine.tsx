import { Link } from '~/ui/Link'
import type { News } from './useNews'

/** Announces new rows of a list, with a link to them if the current view doesn't show them. */
export function NewsLine({
  news: { fresh, waiting },
  counted,
}: {
  news: News
  counted: (count: number) => string | undefined
}) {
  return (
    <p role="status">
      {waiting > 0 ? (
        <Link
          to="?"
          className="mb-4 flex min-h-11 items-center gap-3 border-l-2 border-signal bg-raised px-4 text-small"
        >
          {counted(waiting)}
          <span className="underline decoration-control underline-offset-4">Show</span>
        </Link>
      ) : (
        fresh.size > 0 && <span className="sr-only">{counted(fresh.size)}</span>
      )}
    </p>
  )
}
