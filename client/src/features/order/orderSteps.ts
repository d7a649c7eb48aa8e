import type { OrderStatus } from '~/lib/schema.gen'

export type TimelineStep = { status: OrderStatus; state: 'done' | 'now' | 'ahead' }

const statusOrder: OrderStatus[] = ['PENDING_PAYMENT', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED']

/**
 * An order's steps: past, current and future. While something is due, the payment is not past. One that ended has those
 * that it took, of which `changes` tells the statuses.
 */
export function timeline(
  status: OrderStatus,
  changes: readonly { status: OrderStatus }[],
  due = false,
): TimelineStep[] {
  const taken: OrderStatus[] = ['PENDING_PAYMENT', ...changes.map((change) => change.status), status]
  // A payment that was undone is none.
  const steps = new Set(taken.slice(taken.lastIndexOf('PENDING_PAYMENT')))
  const way = statusOrder.includes(status) ? statusOrder : [...steps]
  const now = way.indexOf(status)
  return way.map((step, at) => {
    const done = at < now && !(due && step === 'PAID')
    return { status: step, state: done ? 'done' : at === now ? 'now' : 'ahead' }
  })
}
