import type { Access } from '~/features/admin/shell/access'
import type { OrderStatus } from '~/lib/schema.gen'

type May = (access: Access) => boolean

/** What decides about an order's next status. */
export type OrderStage = { status: OrderStatus; expiredAt: string | null }

/** What can follow each status. The server decides by the table of shop/order.go, which this one follows. */
export const steps: Record<OrderStatus, OrderStatus[]> = {
  PENDING_PAYMENT: ['PAID', 'CANCELLED'],
  PAID: ['PROCESSING', 'REFUNDED'],
  PROCESSING: ['SHIPPED', 'REFUNDED'],
  SHIPPED: ['DELIVERED', 'REFUNDED'],
  DELIVERED: ['REFUNDED'],
  CANCELLED: ['PAID', 'REFUNDED'],
  REFUNDED: [],
}

/** What needs the permission for payments. */
const payments: OrderStatus[] = ['PAID', 'REFUNDED']

/**
 * What is offered to somebody as an order's next status. A cancelled order goes on only if it expired: its payment came
 * late.
 */
export function nextStatuses({ status, expiredAt }: OrderStage, may: May): OrderStatus[] {
  if (!may('WRITE_ORDERS') || (status === 'CANCELLED' && !expiredAt)) return []
  return steps[status].filter((next) => may('WRITE_PAYMENTS') || !payments.includes(next))
}

/** What orders can all become next. */
export function nextInCommon([first, ...others]: readonly OrderStage[], may: May): OrderStatus[] {
  return first
    ? nextStatuses(first, may).filter((next) => others.every((one) => nextStatuses(one, may).includes(next)))
    : []
}

/** What an order can't come back from, and what that means; asked about before it is done. */
export const ends: Partial<
  Record<OrderStatus, { title: (number: string) => string; text: string; many: string; action: string }>
> = {
  CANCELLED: {
    title: (number) => `Cancel order ${number}?`,
    text: 'Its items return to stock, and the buyer gets an email.',
    many: 'Their items return to stock, and each buyer gets an email.',
    action: 'Cancel order',
  },
  REFUNDED: {
    title: (number) => `Mark order ${number} as refunded?`,
    text: 'Transfer the money first: the buyer gets an email saying it was paid back. Unshipped items return to stock.',
    many: 'Transfer the money first: each buyer gets an email saying it was paid back. Unshipped items return to stock.',
    action: 'Mark as refunded',
  },
}
