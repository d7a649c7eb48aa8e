import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Status } from './Badge'
import type { Tone } from './Dot'

export const orderTones: Record<OrderStatus, Tone> = {
  PENDING_PAYMENT: 'warn',
  PAID: 'info',
  PROCESSING: 'info',
  SHIPPED: 'info',
  DELIVERED: 'ok',
  CANCELLED: 'neutral',
  REFUNDED: 'neutral',
}

/** How far an order has come, as a dot and its word. */
export function OrderStatusLabel({ status }: { status: OrderStatus }) {
  return <Status tone={orderTones[status]}>{orderStatuses[status]}</Status>
}
