import type { OrderStatus } from '~/lib/schema.gen'

export type TimelineStep = { status: OrderStatus; state: 'done' | 'now' | 'ahead' }

const life: OrderStatus[] = ['PENDING_PAYMENT', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED']

// What an order has certainly been before it ended early; a refund may come at any time after the payment.
const ends: Partial<Record<OrderStatus, OrderStatus[]>> = {
  CANCELLED: ['PENDING_PAYMENT', 'CANCELLED'],
  REFUNDED: ['PENDING_PAYMENT', 'PAID', 'REFUNDED'],
}

/** The way of an order: what it has been, what it is, and what is still ahead. */
export function timeline(status: OrderStatus): TimelineStep[] {
  const way = ends[status] ?? life
  const now = way.indexOf(status)
  return way.map((step, at) => ({ status: step, state: at < now ? 'done' : at === now ? 'now' : 'ahead' }))
}
