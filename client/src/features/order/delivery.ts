import type { OrderStatus } from '~/lib/schema.gen'
import type { Delivery } from '~/ui/DateText'

/** Whether an order has not been delivered yet. */
export const awaitsDelivery = (status: OrderStatus) =>
  status !== 'DELIVERED' && status !== 'CANCELLED' && status !== 'REFUNDED'

/** The delivery estimate of an order's line; once the order is paid, it no longer depends on a payment. */
export const deliveryOf = (status: OrderStatus, delivery: Delivery): Delivery =>
  status === 'PENDING_PAYMENT' ? delivery : { ...delivery, payBy: null }
