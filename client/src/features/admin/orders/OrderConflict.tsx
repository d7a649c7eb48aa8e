import { useMay } from '~/features/admin/shell/access'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Money } from '~/ui/Money'
import { OrderStatusLabel } from '~/ui/OrderStatusLabel'
import { nextStatuses } from './statusSteps'
import type { Conflict, Version } from './useOrderStatus'

/** Both versions of an order that somebody else has changed in the meantime. The newer one is taken, or built upon. */
export function OrderConflict({
  number,
  conflict,
  onTake,
  onInsist,
}: {
  number: string
  conflict: Conflict | null
  onTake: () => void
  onInsist: (status: OrderStatus) => void
}) {
  const may = useMay()
  return (
    <Dialog open={conflict !== null} onClose={onTake} title={`Order ${number} has changed`}>
      {conflict && (
        <>
          <p className="text-body text-muted">
            This order or its payments have changed since you loaded it. Your change to{' '}
            <span className="text-fg">{orderStatuses[conflict.wanted]}</span> was not saved. Received so far:{' '}
            <Money value={conflict.now.paidAmount} className="text-fg" />.
          </p>
          <dl className="mt-6 grid gap-x-6 sm:grid-cols-2">
            <Side label="Your version" version={conflict.seen} />
            <Side label="Current version" version={conflict.now} />
          </dl>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button variant="primary" onClick={onTake}>
              Use current version
            </Button>
            {nextStatuses(conflict.now, may).includes(conflict.wanted) && (
              <Button
                onClick={() => {
                  onTake()
                  onInsist(conflict.wanted)
                }}
              >
                Change to {orderStatuses[conflict.wanted]} anyway
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}

function Side({ label, version: { status, version } }: { label: string; version: Version }) {
  return (
    <div className="grid gap-2 border-t py-4">
      <dt className="label text-faint">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <OrderStatusLabel status={status} />
        <span className="label text-muted">Version {version}</span>
      </dd>
    </div>
  )
}
