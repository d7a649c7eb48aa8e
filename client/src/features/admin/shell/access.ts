import { type Page, pages } from '~/app/pages'
import { useAuth } from '~/features/auth/AuthProvider'
import type { Role, Scope } from '~/lib/schema.gen'

/** What a screen requires: a scope, any scope (`staff`), or the role of an administrator. */
export type Access = Scope | 'staff' | 'admin'

type Names = keyof typeof pages

type Screen = {
  [Name in Names]: (typeof pages)[Name] extends { access: 'admin' } ? Name : never
}[Names]

/** The access that each screen requires. */
export const access: Record<Screen, Access> = {
  admin: 'staff',
  adminOrders: 'READ_ORDERS',
  adminPayments: 'WRITE_PAYMENTS',
  adminPreOrders: 'READ_PREORDERS',
  adminQuotes: 'READ_QUOTES',
  adminProducts: 'WRITE_PRODUCTS',
  adminProduct: 'WRITE_PRODUCTS',
  adminReviews: 'WRITE_CONTENT',
  adminTeam: 'WRITE_CONTENT',
  adminMilestones: 'WRITE_CONTENT',
  adminFaq: 'WRITE_CONTENT',
  adminTexts: 'WRITE_CONTENT',
  adminText: 'WRITE_CONTENT',
  adminNewsletter: 'READ_CUSTOMERS',
  adminCustomers: 'READ_CUSTOMERS',
  adminContacts: 'READ_CONTACTS',
  adminStaff: 'admin',
  adminKeys: 'admin',
  adminWebhooks: 'admin',
  adminAudit: 'admin',
  adminSettings: 'WRITE_SETTINGS',
}

const byPath = new Map(Object.entries(access).map(([name, needed]) => [pages[name as Screen].path, needed]))

/** The access that a page requires; unknown addresses are open to all staff. */
export const accessOf = (page: Pick<Page, 'path'>): Access => byPath.get(page.path as never) ?? 'staff'

/** Whether a user has the required access. It only hides parts of screens: the server enforces it. */
export const may = (user: { role: Role; scopes: readonly Scope[] } | null, needed: Access): boolean =>
  user?.role === 'ADMIN' ||
  (needed === 'staff' ? !!user?.scopes.length : !!user?.scopes.some((scope) => scope === needed))

/** Returns a function that reports whether the signed-in user has an access. */
export function useMay(): (needed: Access) => boolean {
  const { user } = useAuth()
  return (needed) => may(user, needed)
}
