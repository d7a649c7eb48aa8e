import type { ContactStatus, OrderStatus, PreOrderStatus } from './schema.gen'

/** The words of spec 9. */
export const preOrderStatuses: Record<PreOrderStatus, string> = {
  PENDING: 'Pending',
  CONTACTED: 'Contacted',
  CLOSED: 'Closed',
}

/** Lower case, as spec 4 has it. */
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
