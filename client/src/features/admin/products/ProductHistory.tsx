import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useSend } from '~/features/admin/kit/useAction'
import { firstVersions, mostVersions, RestoreVersion, VersionList } from '~/features/admin/kit/Versions'
import { Fold } from '~/features/admin/kit/values'
import { Dialog } from '~/ui/Dialog'
import { labelOf } from './draftForm'
import { ProductChanges } from './ProductChanges'
import { ProductVersionRestoreDocument, ProductVersionsDocument } from './ProductDraft.gen'

/** The versions of a product with author and date, which can be restored. */
export function ProductHistory({
  id,
  onClose,
  onRestored,
}: {
  id: string
  onClose: () => void
  onRestored: () => void
}) {
  const [restoring, setRestoring] = useState<number | null>(null)
  const send = useSend()
  const [first, setFirst] = useState(firstVersions)
  const { data, previousData, error, refetch } = useQuery(ProductVersionsDocument, {
    variables: { id, first },
    fetchPolicy: 'network-only',
  })
  const history = (data ?? previousData)?.productVersions
  return (
    <>
      <Dialog open={restoring === null} onClose={onClose} title="History" place="side">
        <VersionList
          history={history}
          current={history?.nodes[0]?.version}
          empty="Changes appear here once something is published."
          changes={({ changes }) =>
            changes.length > 0 ? (
              <Fold summary={changes.map(({ name }) => labelOf(name)).join(', ')}>
                <ProductChanges changes={changes} narrow />
              </Fold>
            ) : (
              <span className="text-muted">Oldest version</span>
            )
          }
          error={error}
          onRetry={() => void refetch().catch(() => undefined)}
          onOlder={first < mostVersions ? () => setFirst(mostVersions) : undefined}
          onRestore={setRestoring}
        />
      </Dialog>
      <RestoreVersion
        version={restoring}
        onClose={() => setRestoring(null)}
        restore={async (version) => {
          const payload = await send(ProductVersionRestoreDocument, { id, version })
          if (payload?.userErrors.length === 0) onRestored()
          return payload
        }}
      >
        <p>
          The product gets the content of that version at once, as a new version. Its stock and the draft stay
          as they are.
        </p>
      </RestoreVersion>
    </>
  )
}
