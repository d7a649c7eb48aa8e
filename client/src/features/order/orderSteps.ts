import type { OrderStatus } from '~/lib/schema.gen'

export type TimelineStep = { status: OrderStatus; state: 'done' | 'now' | 'ahead' }

const statusOrder: OrderStatus[] = ['PENDING_PAYMENT', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED']

// Statuses that an order must have had before it ended early; a refund may follow the payment at any time.
const ends: Partial<Record<OrderStatus, OrderStatus[]>> = {
  CANCELLED: ['PENDING_PAYMENT', 'CANCELLED'],
  REFUNDED: ['PENDING_PAYMENT', 'PAID', 'REFUNDED'],
}

/** An order's steps: past, current and future. While something is due, the payment is not past. */
export function timeline(status: OrderStatus, due = false): TimelineStep[] {
  const way = ends[status] ?? statusOrder
  const now = way.indexOf(status)
  return way.map((step, at) => {
    const done = at < now && !(due && step === 'PAID')
    return { status: step, state: done ? 'done' : at === now ? 'now' : 'ahead' }
  })
}
