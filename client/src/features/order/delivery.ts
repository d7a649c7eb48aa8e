import type { OrderStatus } from '~/lib/schema.gen'
import type { Delivery } from '~/ui/DateText'

/** Whether an order is still to be delivered. */
export const awaitsDelivery = (status: OrderStatus) =>
  status !== 'DELIVERED' && status !== 'CANCELLED' && status !== 'REFUNDED'

/** The delivery of an order's line: once the order is paid, it no longer depends on a payment. */
export const deliveryOf = (status: OrderStatus, delivery: Delivery): Delivery =>
  status === 'PENDING_PAYMENT' ? delivery : { ...delivery, payBy: null }
