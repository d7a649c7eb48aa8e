import { useState } from 'react'
import { FormDialog } from '~/features/admin/kit/FormDialog'
import { useSend } from '~/features/admin/kit/useAction'
import { When } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import { TrackingLink } from '~/features/order/TrackingLink'
import { Button } from '~/ui/Button'
import type { AdminOrderQuery } from './AdminOrder.gen'
import { OrderShipmentUpdateDocument } from './OrderShipmentUpdate.gen'
import { ShipmentFields, shipmentResolver } from './ShipmentFields'

type Order = NonNullable<AdminOrderQuery['order']>

/** How an order was shipped. Carrier and tracking link can be corrected unless it was refunded. */
export function OrderShipment({
  order: { id, number, version, status, buyer },
  shipment: { carrier, trackingUrl, shippedAt },
}: {
  order: Order
  shipment: NonNullable<Order['shipment']>
}) {
  const [open, setOpen] = useState(false)
  const send = useSend()
  const may = useMay()
  return (
    <div className="grid justify-items-start gap-2">
      <span className="wrap-anywhere">
        {carrier && `${carrier}, `}
        <When value={shippedAt} />
      </span>
      <TrackingLink url={trackingUrl} />
      {may('WRITE_ORDERS') && !buyer.deleted && status !== 'REFUNDED' && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Edit shipment
        </Button>
      )}
      <FormDialog
        noun="shipment"
        open={open}
        onClose={() => setOpen(false)}
        edited={{ carrier, trackingUrl }}
        empty={{ carrier: '', trackingUrl: '' }}
        resolver={shipmentResolver}
        save={(shipment) => send(OrderShipmentUpdateDocument, { id, version, shipment })}
        done={() => `The shipment of order ${number} was saved`}
        failed="Failed to save the shipment."
      >
        {({ register, formState: { errors } }) => <ShipmentFields register={register} errors={errors} />}
      </FormDialog>
    </div>
  )
}
