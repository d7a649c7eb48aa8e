import type { ReactNode } from 'react'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** A drawer with the details of a row; `id` comes from the URL. */
export function RowDrawer<Node extends { id: string }>({
  id,
  nodes,
  title,
  onClose,
  children,
}: {
  id: string | null
  /** The rows of the list; undefined while they load. */
  nodes?: readonly Node[]
  title: string
  onClose: () => void
  children: (node: Node) => ReactNode
}) {
  const node = nodes?.find((one) => one.id === id)
  return (
    <Dialog open={id !== null} onClose={onClose} title={title} place="side">
      {node ? (
        <div className="grid gap-6 text-small">{children(node)}</div>
      ) : nodes ? (
        <ErrorState
          title={`${title} not found`}
          message="It may have been deleted, or is on another page of the list."
        />
      ) : (
        <Loading label={`Loading the ${title.toLowerCase()}`}>
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}
