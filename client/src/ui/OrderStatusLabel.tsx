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

/** An order's status as a dot and a word. */
export function OrderStatusLabel({ status }: { status: OrderStatus }) {
  return <Status tone={orderTones[status]}>{orderStatuses[status]}</Status>
}
