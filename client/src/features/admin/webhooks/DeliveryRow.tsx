import { When } from '~/features/admin/kit/values'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import type { DeliveryFragment } from './Deliveries.gen'

export type Delivery = Omit<DeliveryFragment, ' $fragmentName'>

/** An event in a webhook's log with the outcome of its delivery and the next attempt. */
export function DeliveryRow({ delivery, onReplay }: { delivery: Delivery; onReplay: () => void }) {
  const { event, attempts, createdAt } = delivery
  return (
    <li className="grid gap-1 border-t py-3 last:border-b">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="label wrap-anywhere">{event.kind}</span>
        <State of={delivery} />
      </div>
      <p className="text-faint">
        <When value={createdAt} />
        {`, sequence ${event.sequence}`}
      </p>
      <Outcome of={delivery} />
      {attempts > 0 && (
        <Button
          size="sm"
          variant="ghost"
          className="-ml-4 justify-self-start"
          aria-label={`Replay ${event.kind}, sequence ${event.sequence}`}
          onClick={onReplay}
        >
          Replay
        </Button>
      )}
    </li>
  )
}

/** A replayed delivery keeps its last error until the next attempt. */
const hasFailed = ({ attempts, lastError }: Delivery) => attempts > 0 && lastError !== null

function State({ of: delivery }: { of: Delivery }) {
  if (delivery.deliveredAt) return <Status tone="ok">Delivered</Status>
  return hasFailed(delivery) ? <Status tone="warn">Failed</Status> : <Status>Pending</Status>
}

function Outcome({ of: delivery }: { of: Delivery }) {
  const { deliveredAt, attempts, dueAt, waiting, lastStatus, lastError } = delivery
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (deliveredAt)
    return (
      <p className="text-muted">
        Answered {lastStatus} after {tried}, <When value={deliveredAt} />
      </p>
    )
  return (
    <>
      {hasFailed(delivery) && (
        <p className="text-error wrap-anywhere">
          {tried}: {lastError}
        </p>
      )}
      <p className="text-muted">
        {!dueAt ? (
          'Pending until the webhook is resumed'
        ) : waiting ? (
          'Waiting for an earlier event'
        ) : (
          <>Next attempt {Date.parse(dueAt) > Date.now() ? <When value={dueAt} zone /> : 'now'}</>
        )}
      </p>
    </>
  )
}
