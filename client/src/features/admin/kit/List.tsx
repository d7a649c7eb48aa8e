import { NetworkStatus } from '@apollo/client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate, useNavigationType } from 'react-router-dom'
import { errorMessage } from '~/lib/apollo'
import { Button, ButtonLink } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { type PageLink, Pagination } from '~/ui/Pagination'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { mostPages, pageSize } from './address'
import { type Bulk, BulkBar } from './BulkBar'
import { focusScreen } from './ScreenHead'
import { type Selection, useSelection } from './selection'
import { type Column, Table } from './Table'

type Row = { id: string }

/** The pagination of a list: numbered pages, a cursor, or none. */
export type Paging = 'pages' | 'cursor' | 'none'

/** A list as a GraphQL query returns it. */
export type Picked<Node> = {
  nodes: readonly Node[]
  totalCount?: number
  pageInfo?: { hasNextPage: boolean; endCursor: string | null }
}

/** The state of a list. Nodes are undefined until the first response. */
export type ListState<Node> = Partial<Picked<Node>> & {
  /** The previous rows are shown while others load. */
  busy: boolean
  failure?: { title: string; message: string }
  /** The last refetch failed, so the rows may be outdated. */
  stale: boolean
  retry: () => void
}

/**
 * Maps a query to the state of its list. Keeps showing the previous rows while loading and after a failed refetch, but
 * not after a failed query with other variables. The server's message explains the failure.
 */
export function listState<Data, Node>(
  {
    data,
    previousData,
    loading,
    networkStatus,
    error,
    refetch,
  }: {
    data?: Data
    previousData?: Data
    loading: boolean
    networkStatus: NetworkStatus
    error?: unknown
    refetch: () => Promise<unknown>
  },
  pick: (data: Data) => Picked<Node>,
  failed: string,
): ListState<Node> {
  const shown = data ?? previousData
  return {
    ...(shown && pick(shown)),
    // The cursor of previous data belongs to another list.
    pageInfo: data && pick(data).pageInfo,
    // A refetch does not mark the list as busy.
    busy: loading && networkStatus !== NetworkStatus.refetch,
    failure: error && !data ? { title: failed, message: errorMessage(error) } : undefined,
    stale: Boolean(error && data),
    retry: () => void refetch().catch(() => undefined),
  }
}

type Props<Node> = {
  caption: string
  columns: readonly Column<Node>[]
  list: ListState<Node>
  view: {
    narrowed: boolean
    beyond: boolean
    place: string
    clear: () => void
    page: number
    hrefFor: (change: { after?: string }, page?: number) => string
    linkTo: (change: { after?: string }, page?: number) => PageLink
  }
  paging: Paging
  /** The message of an empty list, and an action. */
  none: { title: string; message: string; action?: ReactNode }
  /** IDs of rows that have just been added. */
  fresh?: ReadonlySet<string>
  /** Actions on several rows; without them rows can't be selected. */
  bulk?: Bulk<Node>
}

/** A list of the administration. Rows can be selected if `bulk` has actions for them. */
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

/** The list in its state: rows, loading, failed, no match, or empty. */
function Shown<Node extends Row>({
  caption,
  columns,
  list,
  view: { narrowed, beyond, place, clear, page, hrefFor, linkTo },
  paging,
  none,
  fresh,
  bulk,
  selection,
}: Props<Node> & { selection: Selection<Node> }) {
  const { nodes, totalCount, pageInfo, busy, failure, stale, retry } = list
  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(place)
  const how = useNavigationType()
  // A new view is read from the top, and its link may be gone. Back and forward restore their own position.
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    if (how === 'POP') return
    top.current?.scrollIntoView()
    top.current?.focus({ preventScroll: true })
  }, [place, how])

  if (failure) return <ErrorState {...failure} onRetry={retry} />
  if (!nodes) return <LoadingRows label={caption} />
  const pageCount = Math.min(Math.ceil((totalCount ?? 0) / pageSize), mostPages)
  if (!busy && nodes.length === 0 && beyond) return <Navigate to={hrefFor({}, pageCount)} replace />
  if (nodes.length === 0 && narrowed)
    return (
      <EmptyState
        title="No match"
        message="No results for these filters."
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
      <div className={`transition-opacity md:-mx-2 ${busy ? 'opacity-55' : ''}`}>
        <Table
          caption={caption}
          columns={columns}
          rows={nodes}
          fresh={fresh}
          select={bulk && { ...selection, nameOf: bulk.nameOf }}
        />
      </div>
      <div className="mt-8">
        {paging === 'pages' && (
          <Pagination page={page} pageCount={pageCount} linkTo={(to) => linkTo({}, to)} />
        )}
        {paging === 'cursor' && (
          <CursorPages
            first={beyond ? linkTo({}) : undefined}
            next={
              pageInfo?.hasNextPage && pageInfo.endCursor ? linkTo({ after: pageInfo.endCursor }) : undefined
            }
          />
        )}
      </div>
    </div>
  )
}

/** A message that the list may be outdated. */
export function Stale({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-warn bg-raised px-4 py-2 text-small"
    >
      <p>Couldn't refresh this list. It may be out of date.</p>
      <Button size="sm" variant="ghost" className="-ml-4" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** A placeholder for the rows of a list that is loading. */
export function LoadingRows({ label }: { label: string }) {
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

/** Links of a list with a cursor: to its first and to its next page. */
function CursorPages({ first, next }: { first?: PageLink; next?: PageLink }) {
  if (!first && !next) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap gap-3">
      {first && (
        <ButtonLink {...first} size="sm">
          <Icon name="arrow-left" className="size-4" />
          First page
        </ButtonLink>
      )}
      {next && (
        <ButtonLink {...next} size="sm">
          Next page
          <Icon name="arrow" className="size-4" />
        </ButtonLink>
      )}
    </nav>
  )
}
