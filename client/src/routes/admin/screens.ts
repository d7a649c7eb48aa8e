/** The screens of the administration, by the names of their routes. */
export const screens = {
  dashboard: () => import('~/routes/admin-dashboard/route'),
  preorders: () => import('~/routes/admin-preorders/route'),
  orders: () => import('~/routes/admin-orders/route'),
  quotes: () => import('~/routes/admin-quotes/route'),
  products: () => import('~/routes/admin-products/route'),
  reviews: () => import('~/routes/admin-reviews/route'),
  customers: () => import('~/routes/admin-customers/route'),
  contacts: () => import('~/routes/admin-contacts/route'),
  faq: () => import('~/routes/admin-faq/route'),
  newsletter: () => import('~/routes/admin-newsletter/route'),
  team: () => import('~/routes/admin-team/route'),
  milestones: () => import('~/routes/admin-milestones/route'),
  keys: () => import('~/routes/admin-keys/route'),
  webhooks: () => import('~/routes/admin-webhooks/route'),
  audit: () => import('~/routes/admin-audit/route'),
}

export type Screen = keyof typeof screens
