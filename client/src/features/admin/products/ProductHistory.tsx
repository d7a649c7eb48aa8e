import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { useSend } from '~/features/admin/kit/useAction'
import { Fold, When } from '~/features/admin/kit/values'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { labels } from './draftForm'
import { ProductChanges } from './ProductChanges'
import {
  ProductVersionRestoreDocument,
  ProductVersionsDocument,
  type ProductVersionsQuery,
} from './ProductDraft.gen'

const page = 10
/** As many as are kept. */
const most = 100

type Version = ProductVersionsQuery['productVersions']['nodes'][number]

/** Who has changed a product and when; an earlier version can be made the present one. */
export function ProductHistory({
  id,
  onClose,
  onRestored,
}: {
  id: string
  onClose: () => void
  onRestored: () => void
}) {
  const [restoring, setRestoring] = useState<Version | null>(null)
  const send = useSend()
  const [first, setFirst] = useState(page)
  const { data, previousData, error, refetch } = useQuery(ProductVersionsDocument, {
    variables: { id, first },
    fetchPolicy: 'network-only',
  })
  const history = (data ?? previousData)?.productVersions
  const nodes = history?.nodes
  return (
    <>
      <Dialog open={restoring === null} onClose={onClose} title="History" place="side">
        {nodes?.length === 0 ? (
          <p className="text-small text-muted">Changes appear here once something is published.</p>
        ) : nodes ? (
          <ol className="border-b">
            {nodes.map((version, index) => (
              <li key={version.version} className="grid gap-2 border-t py-4 text-small">
                <div className="flex items-start justify-between gap-4">
                  <div className="min-w-0">
                    <p className="font-semibold">
                      Version {version.version}
                      {index === 0 && <span className="font-normal text-muted"> (current)</span>}
                    </p>
                    <p className="text-muted wrap-anywhere">
                      <When value={version.createdAt} />
                      {version.author && `, ${version.author}`}
                    </p>
                  </div>
                  {index > 0 && (
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Restore version ${version.version}`}
                      onClick={() => setRestoring(version)}
                    >
                      Restore
                    </Button>
                  )}
                </div>
                {version.changes.length > 0 ? (
                  <Fold summary={version.changes.map(({ name }) => labels[name] ?? name).join(', ')}>
                    <ProductChanges changes={version.changes} narrow />
                  </Fold>
                ) : (
                  <span className="text-muted">Oldest version</span>
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
        {history && history.totalCount > history.nodes.length && first < most && (
          <Button size="sm" className="mt-4" onClick={() => setFirst(most)}>
            Show older versions
          </Button>
        )}
      </Dialog>
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
          const payload = await send(ProductVersionRestoreDocument, { id, version: restoring?.version ?? 0 })
          if (payload?.userErrors.length === 0) onRestored()
          return payload
        }}
      >
        <p>
          The product gets the content of that version at once, as a new version. Its stock and the draft stay
          as they are.
        </p>
      </Confirm>
    </>
  )
}
