import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Changes } from '~/features/admin/kit/Changes'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { firstVersions, mostVersions, RestoreVersion, VersionList } from '~/features/admin/kit/Versions'
import { When } from '~/features/admin/kit/values'
import { Dialog } from '~/ui/Dialog'
import { TextVersionRestoreDocument, TextVersionsDocument } from './TextDraft.gen'
import { type Draft, partLabel } from './textForm'

const states = {
  CURRENT: 'Valid from',
  PLANNED: 'Planned, valid from',
  PAST: 'Was valid from',
  UNUSED: 'Replaced before',
} as const

/** Who has published a text and when; an earlier version can be published once more. */
export function TextHistory({
  draft: { name, version },
  onClose,
  onStale,
  onRestored,
}: {
  draft: Draft
  onClose: () => void
  onStale: () => Promise<void>
  onRestored: (draft: Draft) => void
}) {
  const [restoring, setRestoring] = useState<number | null>(null)
  const send = useSend()
  const [first, setFirst] = useState(firstVersions)
  const { data, previousData, error, refetch } = useQuery(TextVersionsDocument, {
    variables: { name, first },
    fetchPolicy: 'network-only',
  })
  const history = (data ?? previousData)?.textVersions
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
          changes={({ state, validFrom, changes }) => (
            <>
              <p className="text-muted">
                {states[state]} <When value={validFrom} />
              </p>
              {changes.length > 0 && (
                <Changes changes={changes.map((change) => ({ ...change, name: partLabel(change.name) }))} />
              )}
            </>
          )}
          error={error}
          onRetry={() => void refetch().catch(() => undefined)}
          onOlder={first < mostVersions ? () => setFirst(mostVersions) : undefined}
          onRestore={setRestoring}
        />
      </Dialog>
      <RestoreVersion
        version={restoring}
        onClose={() => setRestoring(null)}
        restore={async (restore) => {
          const payload = await send(TextVersionRestoreDocument, { name, restore, version }, uncached)
          if (payload?.draft) onRestored(payload.draft)
          else if (payload?.userErrors.some(({ code }) => code === 'CONFLICT')) await onStale()
          return payload
        }}
      >
        <p>
          The page shows the text of that version at once, as a new version. Versions that are planned are
          replaced. The draft stays as it is.
        </p>
      </RestoreVersion>
    </>
  )
}
