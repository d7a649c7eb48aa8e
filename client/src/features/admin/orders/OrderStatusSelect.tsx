import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { StatusSelect } from '~/features/admin/kit/StatusSelect'
import { useMay } from '~/features/admin/shell/access'
import type { Amount } from '~/lib/format'
import { showUserErrors } from '~/lib/forms'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Money } from '~/ui/Money'
import { OrderStatusLabel, orderTones } from '~/ui/OrderStatusLabel'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { useGone } from '~/ui/useGone'
import { OrderConflict } from './OrderConflict'
import { ShipmentFields, type Shipped, shipmentResolver } from './ShipmentFields'
import { nextStatuses, questions } from './statusSteps'
import { useOrderStatus, type Version } from './useOrderStatus'

type Order = { id: string; number: string; openAmount: Amount } & Version

/** How far an order has come, with the steps that it can take from there. Each is asked about first. */
export function OrderStatusSelect({ order }: { order: Order }) {
  const { shown, choose, conflict, resolve } = useOrderStatus(order)
  const may = useMay()
  const [asked, setAsked] = useState<{ status: OrderStatus; shipment?: Shipped } | null>(null)
  const steps = nextStatuses({ ...order, status: shown }, may)

  return (
    <>
      {steps.length > 0 ? (
        <StatusSelect
          label={`Status of order ${order.number}`}
          tone={orderTones[shown]}
          value={shown}
          options={[shown, ...steps].map((value) => ({ value, label: orderStatuses[value] }))}
          onChange={(status) => setAsked({ status })}
        />
      ) : (
        <OrderStatusLabel status={shown} />
      )}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? questions[asked.status].title(order.number) : ''}
      >
        {asked && (
          <Question
            asked={asked.status}
            shipment={asked.shipment}
            order={{ ...order, status: shown }}
            onClose={() => setAsked(null)}
            choose={choose}
          />
        )}
      </Dialog>
      <OrderConflict
        number={order.number}
        conflict={conflict}
        onTake={resolve}
        onInsist={(status) => {
          const shipment = conflict?.shipment
          if (questions[status].isEnd || shipment) setAsked({ status, shipment })
          else void choose(status)
        }}
      />
    </>
  )
}

function Question({
  asked,
  shipment = { carrier: '', trackingUrl: '' },
  order,
  onClose,
  choose,
}: {
  asked: OrderStatus
  shipment?: Shipped
  order: Order
  onClose: () => void
  choose: ReturnType<typeof useOrderStatus>['choose']
}) {
  const { text, isEnd, action } = questions[asked]
  const { register, handleSubmit, setError, formState } = useForm<Shipped>({
    resolver: shipmentResolver,
    defaultValues: shipment,
  })
  const gone = useGone()
  const ships = asked === 'SHIPPED'
  const submit = handleSubmit(async (stated) => {
    if (!stated.carrier && !stated.trackingUrl) {
      onClose()
      return void choose(asked)
    }
    // What was typed stays until it is saved.
    let refused = false
    const saved = await choose(asked, stated, (refusals) => {
      if (gone.current || refusals.length === 0) return false
      refused = showUserErrors(refusals, ['carrier', 'trackingUrl'], setError) === null
      return refused
    })
    if (saved && !refused && !gone.current) onClose()
  })
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
        <Button
          type="submit"
          variant={isEnd ? 'danger' : 'primary'}
          loading={formState.isSubmitting}
          loadingText="Saving..."
        >
          {action}
        </Button>
        <Button onClick={onClose}>Keep as is</Button>
      </div>
    </form>
  )
}
