import type { ContactStatus, OrderStatus, PreOrderStatus } from './schema.gen'

/** Labels of statuses; fixed by docs/specification.md. */
export const preOrderStatuses: Record<PreOrderStatus, string> = {
  PENDING: 'Pending',
  CONTACTED: 'Contacted',
  CLOSED: 'Closed',
}

/** Lower case, as in the REST API. */
export const contactStatuses: Record<ContactStatus, string> = {
  PENDING: 'pending',
  RESOLVED: 'resolved',
}

export const orderStatuses: Record<OrderStatus, string> = {
  PENDING_PAYMENT: 'Pending payment',
  PAID: 'Paid',
  PROCESSING: 'Processing',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REFUNDED: 'Refunded',
}
