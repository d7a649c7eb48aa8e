import type { Scope } from '~/lib/schema.gen'

/** What a key may do beyond what everybody may, in words. */
export const scopes: Record<Scope, { name: string; hint: string }> = {
  READ_ORDERS: { name: 'Read orders', hint: 'All orders, with addresses' },
  WRITE_ORDERS: { name: 'Write orders', hint: 'Move orders on, and call them off' },
  READ_PREORDERS: { name: 'Read pre-orders', hint: 'With addresses and telephone numbers' },
  WRITE_PREORDERS: { name: 'Write pre-orders', hint: 'Set their status' },
  READ_CONTACTS: { name: 'Read contacts', hint: 'All messages' },
  WRITE_CONTACTS: { name: 'Write contacts', hint: 'Resolve and delete messages' },
  READ_EVENTS: { name: 'Read events', hint: 'Follow what happens in the shop' },
  WRITE_PRODUCTS: { name: 'Write products', hint: 'Make, change and delete them, with pictures' },
  WRITE_CONTENT: { name: 'Write content', hint: 'Team and milestones, with pictures' },
}
