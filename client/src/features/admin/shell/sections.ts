import { paths } from '~/lib/paths'

/** The screens of the administration, in the order of its rail, and the playground, which has a frame of its own. */
export const sections = [
  { to: paths.admin, text: 'Dashboard' },
  { to: paths.adminPreOrders, text: 'Pre-orders' },
  { to: paths.adminOrders, text: 'Orders' },
  { to: paths.adminQuotes, text: 'Quotes' },
  { to: paths.adminProducts, text: 'Products' },
  { to: paths.adminReviews, text: 'Reviews' },
  { to: paths.adminCustomers, text: 'Customers' },
  { to: paths.adminContacts, text: 'Contacts' },
  { to: paths.adminFaq, text: 'FAQ' },
  { to: paths.adminNewsletter, text: 'Newsletter' },
  { to: paths.adminTeam, text: 'Team' },
  { to: paths.adminMilestones, text: 'Milestones' },
  { to: paths.adminKeys, text: 'API keys' },
  { to: paths.adminWebhooks, text: 'Webhooks' },
  { to: paths.adminAudit, text: 'Audit log' },
  { to: paths.playground, text: 'Playground' },
]
