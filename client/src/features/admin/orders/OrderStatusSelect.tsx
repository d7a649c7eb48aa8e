import { useState } from 'react'
import { StatusSelect } from '~/features/admin/kit/StatusSelect'
import { useMay } from '~/features/admin/shell/access'
import type { Amount } from '~/lib/format'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Money } from '~/ui/Money'
import { OrderStatusLabel, orderTones } from '~/ui/OrderStatusLabel'
import { OrderConflict } from './OrderConflict'
import { nextStatuses, questions } from './statusSteps'
import { useOrderStatus, type Version } from './useOrderStatus'

/** How far an order has come, with the steps that it can take from there. Each is asked about first. */
export function OrderStatusSelect({
  order,
}: {
  order: { id: string; number: string; openAmount: Amount } & Version
}) {
  const { shown, choose, conflict, resolve } = useOrderStatus(order)
  const may = useMay()
  const [asked, setAsked] = useState<OrderStatus | null>(null)
  const question = asked && questions[asked]
  const steps = nextStatuses({ ...order, status: shown }, may)

  return (
    <>
      {steps.length > 0 ? (
        <StatusSelect
          label={`Status of order ${order.number}`}
          tone={orderTones[shown]}
          value={shown}
          options={[shown, ...steps].map((value) => ({ value, label: orderStatuses[value] }))}
          onChange={setAsked}
        />
      ) : (
        <OrderStatusLabel status={shown} />
      )}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={question?.title(order.number) ?? ''}
      >
        <p className="text-body text-muted">{question?.text}</p>
        {asked === 'SHIPPED' && Number(order.openAmount.amount) > 0 && (
          <p className="mt-3 text-body text-warn">
            <Money value={order.openAmount} /> of this order is still to be paid.
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button
            variant={question?.isEnd ? 'danger' : 'primary'}
            onClick={() => {
              setAsked(null)
              if (asked) choose(asked)
            }}
          >
            {question?.action}
          </Button>
          <Button onClick={() => setAsked(null)}>Keep as is</Button>
        </div>
      </Dialog>
      <OrderConflict
        number={order.number}
        conflict={conflict}
        onTake={resolve}
        onInsist={(next) => (questions[next].isEnd ? setAsked(next) : choose(next))}
      />
    </>
  )
}
