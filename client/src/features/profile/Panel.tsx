import { type ReactNode, type Ref, useId } from 'react'
import { Badge } from '~/ui/Badge'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** A list in the profile. `count` is undefined until loaded. */
export type PanelProps = {
  count?: number
  loading: boolean
  failed: boolean
  onRetry: () => void
  /** Loads the next page; undefined on the last one. */
  onMore?: () => void
  loadingMore: boolean
}

/** Heading, count and list of one kind of record, with loading, error and empty states. */
export function Panel({
  title,
  heading,
  count,
  loading,
  failed,
  failure,
  onRetry,
  onMore,
  loadingMore,
  action,
  className,
  empty,
  children,
}: PanelProps & {
  title: string
  /** Receives the focus after an item has been removed. */
  heading?: Ref<HTMLHeadingElement>
  failure: string
  action?: ReactNode
  className: string
  /** The message of an empty list. */
  empty?: { title: string; to: string; way: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex items-center gap-4">
          <h2 id={id} ref={heading} tabIndex={heading ? -1 : undefined}>
            {title}
          </h2>
          {count !== undefined && <Badge>{count}</Badge>}
        </div>
        {action}
      </header>
      <div className="mt-5 border-t">
        {failed ? (
          <div className="pt-6">
            <ErrorState title={failure} onRetry={onRetry} />
          </div>
        ) : loading ? (
          <Rows label={title} />
        ) : count === 0 && empty ? (
          <div className="grid justify-items-start gap-5 py-8">
            <p className="text-lead font-semibold">{empty.title}</p>
            <ButtonLink to={empty.to} size="sm">
              {empty.way}
            </ButtonLink>
          </div>
        ) : (
          <ul>{children}</ul>
        )}
        {onMore && !failed && (
          <Button size="sm" className="mt-6" onClick={onMore} loading={loadingMore} loadingText="Loading...">
            Load more
          </Button>
        )}
      </div>
    </section>
  )
}

function Rows({ label }: { label: string }) {
  return (
    <Loading label={`Loading ${label}`}>
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-4 border-b py-6">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-10 w-full" />
        </div>
      ))}
    </Loading>
  )
}
