import { productEditor, textEditor } from '~/features/admin/kit/addresses'
import { paths } from '~/lib/paths'
import type { AuditObject } from '~/lib/schema.gen'

const at = (path: string, given: Record<string, string>) => `${path}?${new URLSearchParams(given)}`

/** The addresses at which objects are edited. Lists without a search by ID are searched for the name. */
const addresses: Partial<Record<AuditObject, (id: string, name: string) => string>> = {
  PRODUCT: productEditor,
  ORDER: (id) => at(paths.adminOrders, { order: id }),
  ORDER_NOTE: (_, number) => at(paths.adminOrders, { q: number }),
  PRE_ORDER: (id, name) => at(paths.adminPreOrders, { q: name, preorder: id }),
  QUOTE: (_, number) => at(paths.adminQuotes, { q: number }),
  USER: (id) => at(paths.adminCustomers, { customer: id }),
  CONTACT_MESSAGE: (_, subject) => at(paths.adminContacts, { q: subject }),
  REVIEW: (_, author) => at(paths.adminReviews, { q: author }),
  WEBHOOK: () => paths.adminWebhooks,
  API_KEY: () => paths.adminKeys,
  STAFF_ROLE: () => paths.adminStaff,
  STAFF_INVITATION: () => paths.adminStaff,
  TEAM_MEMBER: () => paths.adminTeam,
  MILESTONE: () => paths.adminMilestones,
  FAQ_ENTRY: () => paths.adminFaq,
  SETTINGS: () => paths.adminSettings,
  TEXT: (_, name) => textEditor(name.toLowerCase()),
  PAYMENT: (_, number) => at(paths.adminOrders, { q: number }),
  ONLINE_MOVEMENT: (_, number) => at(paths.adminOrders, { q: number }),
  STATEMENT: () => paths.adminPayments,
  ATTRIBUTE: () => at(paths.adminProducts, { attributes: 'all' }),
}

/** The address of an object; undefined if no screen shows it. */
export const objectAddress = (object: AuditObject, id: string, name: string): string | undefined =>
  addresses[object]?.(id, name)
