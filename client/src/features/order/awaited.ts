import type { OrderStatus } from '~/lib/schema.gen'

/** Whether an order is still to be delivered. */
export const isAwaited = (status: OrderStatus) =>
  status !== 'DELIVERED' && status !== 'CANCELLED' && status !== 'REFUNDED'
