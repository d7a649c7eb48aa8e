import { useState } from 'react'
import { StatusSelect } from '~/features/admin/kit/StatusSelect'
import { useMay } from '~/features/admin/shell/access'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { OrderStatusLabel, orderTones } from '~/ui/OrderStatusLabel'
import { OrderConflict } from './OrderConflict'
import { ends, nextStatuses } from './statusSteps'
import { useOrderStatus, type Version } from './useOrderStatus'

/** How far an order has come, with the steps that it can take from there. What can't be undone is asked about first. */
export function OrderStatusSelect({ order }: { order: { id: string; number: string } & Version }) {
  const { shown, choose, conflict, resolve } = useOrderStatus(order)
  const may = useMay()
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const end = asked && ends[asked]
  const steps = nextStatuses({ status: shown, expiredAt: order.expiredAt }, may)
  const change = (next: OrderStatus) => (ends[next] ? setAsked(next) : choose(next))

  return (
    <>
      {steps.length > 0 ? (
        <StatusSelect
          label={`Status of order ${order.number}`}
          tone={orderTones[shown]}
          value={shown}
          options={[shown, ...steps].map((value) => ({ value, label: orderStatuses[value] }))}
          onChange={change}
        />
      ) : (
        <OrderStatusLabel status={shown} />
      )}
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title={end?.title(order.number) ?? ''}>
        <p className="text-body text-muted">{end?.text} This can't be undone.</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button
            variant="danger"
            onClick={() => {
              setAsked(null)
              if (asked) choose(asked)
            }}
          >
            {end?.action}
          </Button>
          <Button onClick={() => setAsked(null)}>Keep as is</Button>
        </div>
      </Dialog>
      <OrderConflict number={order.number} conflict={conflict} onTake={resolve} onInsist={change} />
    </>
  )
}
