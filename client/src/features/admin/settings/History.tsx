import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Changes } from '~/features/admin/kit/Changes'
import { settingsLabel } from '~/features/admin/kit/settingsLabels'
import { useSend } from '~/features/admin/kit/useAction'
import { firstVersions, mostVersions, RestoreVersion, VersionList } from '~/features/admin/kit/Versions'
import {
  AdminSettingsHistoryDocument,
  SettingsRestoreDocument,
  type SettingsRestoreMutation,
} from './AdminSettings.gen'

/** The versions of the settings with author and date, which can be restored. */
export function History({
  version,
  unsaved,
  onRestored,
}: {
  version: number
  unsaved: boolean
  onRestored: (payload: SettingsRestoreMutation['settingsRestore']) => void
}) {
  const [first, setFirst] = useState(firstVersions)
  const { data, previousData, error, refetch } = useQuery(AdminSettingsHistoryDocument, {
    variables: { first },
    fetchPolicy: 'cache-and-network',
  })
  const [restoring, setRestoring] = useState<number | null>(null)
  const send = useSend()
  const history = (data ?? previousData)?.settingsHistory
  return (
    <section aria-labelledby="history" className="mt-14 max-w-4xl border-t pt-8">
      <h2 id="history" className="mb-4 text-lead">
        History
      </h2>
      <VersionList
        history={
          history && {
            ...history,
            nodes: history.nodes.map((entry) => ({ ...entry, author: entry.author ?? 'Set-up' })),
          }
        }
        current={version}
        changes={({ changes }) =>
          changes.length > 0 ? (
            <Changes changes={changes.map((change) => ({ ...change, name: settingsLabel(change.name) }))} />
          ) : (
            <span className="text-muted">No field changed</span>
          )
        }
        error={error}
        onRetry={() => void refetch().catch(() => undefined)}
        onOlder={first < mostVersions ? () => setFirst(mostVersions) : undefined}
        locked={unsaved}
        onRestore={setRestoring}
      />
      {unsaved && (
        <p className="mt-3 text-small text-muted">Save or discard your changes to restore a version.</p>
      )}
      <RestoreVersion
        version={restoring}
        onClose={() => setRestoring(null)}
        restore={async (restore) => {
          const payload = await send(SettingsRestoreDocument, { restore, version })
          if (payload?.userErrors.length === 0) onRestored(payload)
          return payload
        }}
      >
        <p>
          The shop gets the settings of that version at once. Order and quote numbers go on from where they
          are.
        </p>
      </RestoreVersion>
    </section>
  )
}
