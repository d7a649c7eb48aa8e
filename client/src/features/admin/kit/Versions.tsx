import type { ReactNode } from 'react'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { Confirm } from './Confirm'
import type { Payload } from './useAction'
import { When } from './values'

/** The number of versions that a history shows first, and the most. */
export const firstVersions = 10
export const mostVersions = 100

type Version = { version: number; createdAt: string; author: string | null }

/** The versions of an object, newest first, in each state of a list. All but the current one can be restored. */
export function VersionList<Entry extends Version>({
  history,
  current,
  empty,
  changes,
  error,
  onRetry,
  onOlder,
  locked = false,
  onRestore,
}: {
  history?: { nodes: readonly Entry[]; totalCount: number }
  current?: number
  /** The message of a history without versions. */
  empty?: string
  changes: (entry: Entry) => ReactNode
  error: unknown
  onRetry: () => void
  /** Loads more versions; undefined once `mostVersions` are loaded. */
  onOlder?: () => void
  /** Whether restoring is disabled now. */
  locked?: boolean
  onRestore: (version: number) => void
}) {
  if (!history)
    return error ? (
      <ErrorState
        title="The history could not be loaded"
        message="Check your connection and try again."
        onRetry={onRetry}
      />
    ) : (
      <Loading label="Loading the history">
        <Skeleton className="h-24" />
      </Loading>
    )
  const { nodes, totalCount } = history
  if (nodes.length === 0) return <p className="text-small text-muted">{empty}</p>
  return (
    <>
      <ol className="border-b">
        {nodes.map((entry) => (
          <li key={entry.version} className="grid gap-2 border-t py-4 text-small">
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <p className="font-semibold">
                  Version {entry.version}
                  {entry.version === current && <span className="font-normal text-muted"> (current)</span>}
                </p>
                <p className="text-muted wrap-anywhere">
                  <When value={entry.createdAt} />
                  {entry.author && `, ${entry.author}`}
                </p>
              </div>
              {entry.version !== current && (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={locked}
                  aria-label={`Restore version ${entry.version}`}
                  onClick={() => onRestore(entry.version)}
                >
                  Restore
                </Button>
              )}
            </div>
            <div className="min-w-0">{changes(entry)}</div>
          </li>
        ))}
      </ol>
      {onOlder && totalCount > nodes.length && (
        <Button size="sm" className="mt-4" onClick={onOlder}>
          Show older versions
        </Button>
      )}
    </>
  )
}

/** Confirms restoring a version; `children` explain the effect. It is closed while `version` is null. */
export function RestoreVersion({
  version,
  onClose,
  restore,
  children,
}: {
  version: number | null
  onClose: () => void
  restore: (version: number) => Promise<Payload | undefined>
  children: ReactNode
}) {
  return (
    <Confirm
      open={version !== null}
      onClose={onClose}
      title={`Restore version ${version}?`}
      action="Restore"
      working="Restoring..."
      keep="Cancel"
      failed="Couldn't restore the version."
      done={`Version ${version} was restored`}
      act={() => restore(version ?? 0)}
    >
      {children}
    </Confirm>
  )
}
