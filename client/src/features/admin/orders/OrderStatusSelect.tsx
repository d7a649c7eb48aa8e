import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { StatusSelect } from '~/features/admin/kit/StatusSelect'
import { useMay } from '~/features/admin/shell/access'
import type { Amount } from '~/lib/format'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Money } from '~/ui/Money'
import { OrderStatusLabel, orderTones } from '~/ui/OrderStatusLabel'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { OrderConflict } from './OrderConflict'
import { ShipmentFields, type Shipped, shipmentResolver } from './ShipmentFields'
import { nextStatuses, questions } from './statusSteps'
import { useOrderStatus, type Version } from './useOrderStatus'

type Order = { id: string; number: string; openAmount: Amount } & Version

/** How far an order has come, with the steps that it can take from there. Each is asked about first. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const { shown, choose, conflict, resolve } = useOrderStatus(order)
  const may = useMay()
  const [asked, setAsked] = useState<OrderStatus | null>(null)
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
        title={asked ? questions[asked].title(order.number) : ''}
      >
        {asked && (
          <Question
            asked={asked}
            order={{ ...order, status: shown }}
            onKeep={() => setAsked(null)}
            onAnswer={(shipment) => {
              setAsked(null)
              void choose(asked, shipment)
            }}
          />
        )}
      </Dialog>
      <OrderConflict
        number={order.number}
        conflict={conflict}
        onTake={resolve}
        onInsist={(next) => (questions[next].isEnd ? setAsked(next) : choose(next, conflict?.shipment))}
      />
    </>
  )
}

function Question({
  asked,
  order,
  onKeep,
  onAnswer,
}: {
  asked: OrderStatus
  order: Order
  onKeep: () => void
  onAnswer: (shipment?: Shipped) => void
}) {
  const { text, isEnd, action } = questions[asked]
  const { register, handleSubmit, formState } = useForm<Shipped>({
    resolver: shipmentResolver,
    defaultValues: { carrier: '', trackingUrl: '' },
  })
  const ships = asked === 'SHIPPED'
  const submit = handleSubmit((shipment) =>
    onAnswer(shipment.carrier || shipment.trackingUrl ? shipment : undefined),
  )
  return (
    <form noValidate onSubmit={submit}>
      <UnsavedChangesGuard changed={formState.isDirty} />
      <p className="text-body text-muted">{text(order)}</p>
      {ships && Number(order.openAmount.amount) > 0 && (
        <p className="mt-3 text-body text-warn">
          <Money value={order.openAmount} /> of this order is still to be paid.
        </p>
      )}
      {ships && (
        <div className="mt-6 grid gap-6">
          <ShipmentFields register={register} errors={formState.errors} />
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="submit" variant={isEnd ? 'danger' : 'primary'}>
          {action}
        </Button>
        <Button onClick={onKeep}>Keep as is</Button>
      </div>
    </form>
  )
}
