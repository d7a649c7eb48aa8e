import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Changes } from '~/features/admin/kit/Changes'
import { Confirm } from '~/features/admin/kit/Confirm'
import { useSend } from '~/features/admin/kit/useAction'
import { When } from '~/features/admin/kit/values'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import {
  AdminSettingsHistoryDocument,
  type AdminSettingsHistoryQuery,
  SettingsRestoreDocument,
  type SettingsRestoreMutation,
} from './AdminSettings.gen'
import { labels } from './settingsForm'

const page = 10
const most = 100

type Version = AdminSettingsHistoryQuery['settingsHistory']['nodes'][number]

/** Who has saved the settings and when; an earlier version can be made the present one. */
export function History({
  version,
  unsaved,
  onRestored,
}: {
  version: number
  unsaved: boolean
  onRestored: (payload: SettingsRestoreMutation['settingsRestore']) => void
}) {
  const [first, setFirst] = useState(page)
  const { data, previousData, error, refetch } = useQuery(AdminSettingsHistoryDocument, {
    variables: { first },
    fetchPolicy: 'cache-and-network',
  })
  const [restoring, setRestoring] = useState<Version | null>(null)
  const send = useSend()
  const history = (data ?? previousData)?.settingsHistory
  return (
    <section aria-labelledby="history" className="mt-14 max-w-4xl border-t pt-8">
      <h2 id="history" className="mb-4 text-lead">
        History
      </h2>
      {history ? (
        <ol className="border-b">
          {history.nodes.map((entry) => (
            <li
              key={entry.version}
              className="grid gap-x-6 gap-y-2 border-t py-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
            >
              <div className="text-small">
                <p className="font-semibold">
                  Version {entry.version}
                  {entry.version === version && <span className="font-normal text-muted"> (current)</span>}
                </p>
                <p className="text-muted">
                  <When value={entry.createdAt} />
                </p>
                <p className="text-muted wrap-anywhere">{entry.author ?? 'Set-up'}</p>
              </div>
              <div className="min-w-0 text-small">
                {entry.changes.length > 0 ? (
                  <Changes
                    changes={entry.changes.map((change) => ({
                      ...change,
                      name: labels[change.name] ?? change.name,
                    }))}
                  />
                ) : (
                  <span className="text-muted">No field changed</span>
                )}
              </div>
              {entry.version !== version && (
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={unsaved}
                  aria-label={`Restore version ${entry.version}`}
                  onClick={() => setRestoring(entry)}
                >
                  Restore
                </Button>
              )}
            </li>
          ))}
        </ol>
      ) : error ? (
        <ErrorState
          title="The history could not be loaded"
          message="Check your connection and try again."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <Loading label="Loading the history">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {unsaved && (
        <p className="mt-3 text-small text-muted">Save or discard your changes to restore a version.</p>
      )}
      {history && history.totalCount > history.nodes.length && first < most && (
        <Button size="sm" className="mt-4" onClick={() => setFirst(most)}>
          Show older versions
        </Button>
      )}
      <Confirm
        open={restoring !== null}
        onClose={() => setRestoring(null)}
        title={`Restore version ${restoring?.version}?`}
        action="Restore"
        working="Restoring..."
        keep="Cancel"
        failed="Couldn't restore the version."
        done={`Version ${restoring?.version} was restored`}
        act={async () => {
          const payload = await send(SettingsRestoreDocument, { restore: restoring?.version ?? 0, version })
          if (payload?.userErrors.length === 0) onRestored(payload)
          return payload
        }}
      >
        <p>
          The shop gets the settings of that version at once. Order and quote numbers go on from where they
          are.
        </p>
      </Confirm>
    </section>
  )
}
