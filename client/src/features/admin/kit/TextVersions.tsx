import { type ReactNode, useState } from 'react'
import { Dialog } from '~/ui/Dialog'
import { type Change, Changes } from './Changes'
import type { Payload } from './useAction'
import { RestoreVersion, VersionList } from './Versions'
import { When } from './values'

const states = {
  CURRENT: 'Valid from',
  PLANNED: 'Planned, valid from',
  PAST: 'Was valid from',
  UNUSED: 'Replaced before',
} as const

type Version = {
  version: number
  validFrom: string
  state: keyof typeof states
  createdAt: string
  author: string | null
  changes: Change[]
}

/** The versions of a text with author, date and changes. `children` explain what restoring one does. */
export function TextVersions({
  history,
  error,
  label,
  onRetry,
  onOlder,
  onClose,
  restore,
  children,
}: {
  history?: { nodes: readonly Version[]; totalCount: number }
  error: unknown
  /** The label of a changed part. */
  label: (name: string) => string
  onRetry: () => void
  onOlder?: () => void
  onClose: () => void
  restore: (version: number) => Promise<Payload | undefined>
  children: ReactNode
}) {
  const [restoring, setRestoring] = useState<number | null>(null)
  return (
    <>
      <Dialog open={restoring === null} onClose={onClose} title="History" place="side">
        <VersionList
          history={
            history && {
              ...history,
              nodes: history.nodes.map((entry) => ({ ...entry, author: entry.author ?? 'Set-up' })),
            }
          }
          current={history?.nodes.find(({ state }) => state === 'CURRENT')?.version}
          empty="Nothing was published yet."
          changes={({ state, validFrom, changes }) => (
            <>
              <p className="text-muted">
                {states[state]} <When value={validFrom} />
              </p>
              {changes.length > 0 && (
                <Changes changes={changes.map((change) => ({ ...change, name: label(change.name) }))} />
              )}
            </>
          )}
          error={error}
          onRetry={onRetry}
          onOlder={onOlder}
          onRestore={setRestoring}
        />
      </Dialog>
      <RestoreVersion version={restoring} onClose={() => setRestoring(null)} restore={restore}>
        {children}
      </RestoreVersion>
    </>
  )
}
