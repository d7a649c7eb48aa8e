import type { useQuery } from '@apollo/client/react'
import { type ReactNode, type Ref, useId } from 'react'
import { Badge } from '~/ui/Badge'
import { Button, ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** A list in the profile. `count` is undefined until loaded. */
export type PanelProps = {
  count?: number
  /** Undefined once loaded. */
  state?: 'loading' | { failure: string; onRetry: () => void }
  /** Loads the next page; undefined on the last one. */
  more?: { load: () => void; busy: boolean }
}

/** The state of a list whose query has this result. */
export function stateOf(
  { data, error, refetch }: Pick<useQuery.Result<{ me: object | null }>, 'data' | 'error' | 'refetch'>,
  failure: string,
): PanelProps['state'] {
  if (data?.me) return
  // `error` has the failure.
  return error ? { failure, onRetry: () => void refetch().catch(() => {}) } : 'loading'
}

/** Heading, count and list of one kind of record, with loading, error and empty states. */
export function Panel({
  title,
  heading,
  count,
  state,
  more,
  action,
  className,
  empty,
  children,
}: PanelProps & {
  title: string
  /** Receives the focus after an item has been removed. */
  heading?: Ref<HTMLHeadingElement>
  action?: ReactNode
  className: string
  /** The message of an empty list. */
  empty?: { title: string; to: string; way: string }
  children: ReactNode
}) {
  const id = useId()
  const failed = typeof state === 'object'
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
            <ErrorState title={state.failure} onRetry={state.onRetry} />
          </div>
        ) : state ? (
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
        {more && !failed && (
          <Button size="sm" className="mt-6" onClick={more.load} loading={more.busy} loadingText="Loading...">
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
