import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useNavigationType } from 'react-router-dom'
import { Button } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Pagination } from '~/ui/Pagination'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { type Bulk, BulkBar } from './BulkBar'
import type { ListState } from './listState'
import { focusScreen } from './ScreenHead'
import { type Column, Table } from './Table'
import { mostPages, pageSize } from './useListView'
import { type Selection, useSelection } from './useSelection'

type Row = { id: string }

type Props<Node> = {
  caption: string
  columns: Column<Node>[]
  list: ListState<Node>
  view: {
    narrowed: boolean
    beyond: boolean
    place: string
    clear: () => void
    page: number
    hrefFor: (change: object, page?: number) => string
  }
  /** What is said, and offered, where nothing has been made yet. */
  none: { title: string; message: string; action?: ReactNode }
  /** The ways to other pages where pages have no numbers; null where there are none. */
  ways?: ReactNode
  /** The rows that have just come. */
  fresh?: ReadonlySet<string>
  /** What can be done with several rows at once; without it none can be chosen. */
  bulk?: Bulk<Node>
}

/** A list of the administration, of which several rows can be chosen where there is something to do with them. */
export function List<Node extends Row>(props: Props<Node>) {
  const { caption, list, view, bulk } = props
  const selection = useSelection(list.nodes ?? [], view.hrefFor({}, view.page))
  return (
    <>
      <Shown {...props} selection={selection} />
      {bulk && (
        <BulkBar label={caption.toLowerCase()} bulk={bulk} selection={selection} refresh={list.retry} />
      )}
    </>
  )
}

/** The list in whichever state it is: there, loading, failed, without a match, or without anything yet. */
function Shown<Node extends Row>({
  caption,
  columns,
  list,
  view: { narrowed, beyond, place, clear, page, hrefFor },
  none,
  ways,
  fresh,
  bulk,
  selection,
}: Props<Node> & { selection: Selection<Node> }) {
  const { nodes, totalCount, busy, failure, stale, retry } = list
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(place)
  const how = useNavigationType()
  // The link that led here is gone or says something else: reading goes on at the top. Back and forward return by themselves.
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    if (how === 'POP') return
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }, [place, how])

  if (failure)
    return <ErrorState title={failure} message="Check your connection and try again." onRetry={retry} />
  if (!nodes) return <Rows label={caption} />
  const pageCount = Math.min(Math.ceil((totalCount ?? 0) / pageSize), mostPages)
  if (!busy && nodes.length === 0 && beyond) return <Navigate to={hrefFor({}, pageCount)} replace />
  if (nodes.length === 0 && narrowed)
    return (
      <EmptyState
        title="No match"
        message="Nothing fits what you are looking for."
        action={
          <Button
            onClick={() => {
              clear()
              focusScreen()
            }}
          >
            Clear filters
          </Button>
        }
      />
    )
  if (nodes.length === 0) return <EmptyState {...none} />
  return (
    <div ref={top} tabIndex={-1} aria-busy={busy} className="scroll-mt-24">
      {stale && <Stale onRetry={retry} />}
      <div
        // Whatever gets the focus scrolls out from under the bar of the selection.
        className={`transition-opacity md:-mx-3 [&_:is(a,button,select,input,summary)]:scroll-mb-36 ${busy ? 'opacity-55' : ''}`}
      >
        <Table
          caption={caption}
          columns={columns}
          rows={nodes}
          fresh={fresh}
          select={bulk && { ...selection, nameOf: bulk.nameOf }}
        />
      </div>
      <div className="mt-8">
        {ways === undefined ? (
          <Pagination page={page} pageCount={pageCount} hrefFor={(to) => hrefFor({}, to)} />
        ) : (
          ways
        )}
      </div>
    </div>
  )
}

/** Says that what is shown may have changed since. */
export function Stale({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-warn bg-raised px-4 py-2 text-small"
    >
      <p>This list could not be refreshed. It may be out of date.</p>
      <Button size="sm" variant="ghost" className="-ml-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function Rows({ label }: { label: string }) {
  return (
    <Loading label={`Loading ${label}`}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="border-b py-3.5">
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </Loading>
  )
}
