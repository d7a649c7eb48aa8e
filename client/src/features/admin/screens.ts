/** The screens of the administration, by the names of their routes. */
export const screens = {
  dashboard: () => import('./dashboard/DashboardScreen'),
  preorders: () => import('./preorders/PreOrdersScreen'),
  orders: () => import('./orders/OrdersScreen'),
  quotes: () => import('./quotes/QuotesScreen'),
  products: () => import('./products/ProductsScreen'),
  reviews: () => import('./reviews/ReviewsScreen'),
  customers: () => import('./customers/CustomersScreen'),
  contacts: () => import('./contacts/ContactsScreen'),
  faq: () => import('./faq/FaqScreen'),
  newsletter: () => import('./newsletter/NewsletterScreen'),
  team: () => import('./team/TeamScreen'),
  milestones: () => import('./milestones/MilestonesScreen'),
  keys: () => import('./keys/KeysScreen'),
  webhooks: () => import('./webhooks/WebhooksScreen'),
  audit: () => import('./audit/AuditScreen'),
}

export type Screen = keyof typeof screens
