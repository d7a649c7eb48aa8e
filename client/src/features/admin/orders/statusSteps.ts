import type { Access } from '~/features/admin/shell/access'
import { type Amount, formatMoney } from '~/lib/format'
import type { OrderStatus } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'

type May = (access: Access) => boolean

/** What decides about an order's next status. */
export type OrderStage = { status: OrderStatus; expiredAt: string | null; cancellable: boolean }

/** What can follow each status. The server decides by the table of shop/order.go, which this one follows. */
export const steps: Record<OrderStatus, OrderStatus[]> = {
  PENDING_PAYMENT: ['PAID', 'CANCELLED'],
  PAID: ['PROCESSING', 'REFUNDED'],
  PROCESSING: ['SHIPPED', 'CANCELLED', 'REFUNDED'],
  SHIPPED: ['DELIVERED', 'REFUNDED'],
  DELIVERED: ['REFUNDED'],
  CANCELLED: ['PAID', 'REFUNDED'],
  REFUNDED: [],
}

/** What needs the permission for payments. */
const payments: OrderStatus[] = ['PAID', 'REFUNDED']

/**
 * What is offered to somebody as an order's next status. A cancelled order goes on only if it expired: its payment came
 * late. In preparation, only unpaid ones are cancellable.
 */
export function nextStatuses({ status, expiredAt, cancellable }: OrderStage, may: May): OrderStatus[] {
  if (!may('WRITE_ORDERS') || (status === 'CANCELLED' && !expiredAt)) return []
  return steps[status].filter(
    (next) => (may('WRITE_PAYMENTS') || !payments.includes(next)) && (cancellable || next !== 'CANCELLED'),
  )
}

/** What orders can all become next. */
export function nextInCommon([first, ...others]: readonly OrderStage[], may: May): OrderStatus[] {
  return first
    ? nextStatuses(first, may).filter((next) => others.every((one) => nextStatuses(one, may).includes(next)))
    : []
}

/** Whether a refund returns the items to stock: they are held, and have not left. */
const holdsStock = ({ status }: { status: OrderStatus }) => status === 'PAID' || status === 'PROCESSING'

/** What is asked before orders take a step. `isEnd`: they can't come back from it. */
export type Question = {
  title: (number: string) => string
  text: (order: { status: OrderStatus; openAmount: Amount }) => string
  many: (orders: readonly { status: OrderStatus }[]) => string
  action: string
  isEnd?: true
}

const setTo = (word: string): Question => ({
  title: (number) => `Set order ${number} to ${word}?`,
  text: () => 'The buyer gets an email.',
  many: () => 'Each buyer gets an email.',
  action: `Set to ${word}`,
})

/** The question before each step: buyers get an email, and arrow keys change a closed select immediately. */
export const questions: Record<OrderStatus, Question> = {
  PENDING_PAYMENT: setTo(orderStatuses.PENDING_PAYMENT),
  PAID: {
    title: (number) => `Mark order ${number} as paid?`,
    // Of an expired order, nothing is open, although its payment is recorded.
    text: ({ status, openAmount }) =>
      `Records ${status === 'PENDING_PAYMENT' ? formatMoney(openAmount) : 'the payment'} as paid by hand and emails the buyer.`,
    many: () => 'Records what is open as paid by hand and emails each buyer.',
    action: 'Mark as paid',
  },
  PROCESSING: setTo(orderStatuses.PROCESSING),
  SHIPPED: {
    ...setTo(orderStatuses.SHIPPED),
    many: () =>
      'Each buyer gets an email, without carrier or tracking link. Add them afterwards in the details of each order.',
  },
  DELIVERED: setTo(orderStatuses.DELIVERED),
  CANCELLED: {
    title: (number) => `Cancel order ${number}?`,
    text: () => "Its items return to stock, and the buyer gets an email. This can't be undone.",
    many: () => "Their items return to stock, and each buyer gets an email. This can't be undone.",
    action: 'Cancel order',
    isEnd: true,
  },
  REFUNDED: {
    title: (number) => `Mark order ${number} as refunded?`,
    text: (order) =>
      `Transfer the money first: the buyer gets an email saying it was paid back.${holdsStock(order) ? ' Its items return to stock.' : ''} This can't be undone.`,
    many: (orders) =>
      `Transfer the money first: each buyer gets an email saying it was paid back.${orders.some(holdsStock) ? ' Unshipped items return to stock.' : ''} This can't be undone.`,
    action: 'Mark as refunded',
    isEnd: true,
  },
}
