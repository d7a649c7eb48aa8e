import { useQuery } from '@apollo/client/react'
import { MailLink } from '~/features/admin/kit/controls'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { When } from '~/features/admin/kit/values'
import { countLabel } from '~/lib/countLabel'
import { Status } from '~/ui/Badge'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { StockAlertsDocument, type StockAlertsQuery } from './StockAlerts.gen'

/** The people who wait for a product to be back in stock; `id` comes from the URL. */
export function StockAlertsDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery(StockAlertsDocument, {
    variables: { productId: id ?? '' },
    skip: id === null,
    fetchPolicy: 'cache-and-network',
  })
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title={data?.product ? `Waiting for ${data.product.name}` : 'Waiting for stock'}
      place="side"
    >
      {data && id !== null ? (
        <Alerts productId={id} {...data.stockAlerts} />
      ) : error ? (
        <ErrorState
          title="Failed to load who is waiting."
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <Loading label="Loading who is waiting">
          <Skeleton className="h-40" />
        </Loading>
      )}
    </Dialog>
  )
}

function Alerts({ productId, nodes, totalCount }: { productId: string } & StockAlertsQuery['stockAlerts']) {
  if (nodes.length === 0) return <p className="text-small text-muted">Nobody is waiting for this product.</p>
  return (
    <div className="grid justify-items-start gap-6 text-small">
      <p className="text-muted">
        {countLabel(totalCount, 'address', 'addresses')} asked to be notified. Confirmed ones get one email
        when the product is back in stock, and are then removed.
      </p>
      <ExportButton list="stock-alerts" filter={{ product: productId }} />
      <ul className="w-full">
        {nodes.map(({ id, email, createdAt, confirmedAt }) => (
          <li key={id} className="grid gap-1 border-t py-3">
            <MailLink email={email} />
            <span className="flex flex-wrap gap-x-3 text-faint">
              <Status tone={confirmedAt ? 'ok' : 'neutral'}>
                {confirmedAt ? 'Confirmed' : 'Not confirmed'}
              </Status>
              <span>
                since <When value={createdAt} short />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && (
        <p className="text-muted">The newest {nodes.length} are shown. Export the list for all of them.</p>
      )}
    </div>
  )
}
