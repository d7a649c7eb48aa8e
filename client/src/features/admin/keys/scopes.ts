import type { Scope } from '~/lib/schema.gen'

/** Names and hints of the scopes that keys can have. */
export const scopes = {
  READ_ORDERS: { name: 'Read orders', hint: 'All orders, with customer data' },
  WRITE_ORDERS: { name: 'Write orders', hint: 'Update status and cancel' },
  READ_PREORDERS: { name: 'Read pre-orders', hint: 'All pre-orders, with customer data' },
  WRITE_PREORDERS: { name: 'Write pre-orders', hint: 'Update their status and dates' },
  READ_CONTACTS: { name: 'Read contacts', hint: 'All messages' },
  WRITE_CONTACTS: { name: 'Write contacts', hint: 'Resolve, reopen and delete' },
  READ_EVENTS: { name: 'Read events', hint: 'Subscribe and read past events' },
  WRITE_PRODUCTS: { name: 'Write products', hint: 'Create, update and delete' },
  WRITE_PAYMENTS: { name: 'Write payments', hint: 'Import statements, assign transfers' },
  WRITE_CONTENT: { name: 'Write content', hint: 'Content of the pages, reviews' },
} satisfies Partial<Record<Scope, { name: string; hint: string }>>

export const isOfKeys = (scope: Scope): scope is keyof typeof scopes => scope in scopes
