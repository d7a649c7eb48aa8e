/**
 * The site's pages: router, document head, robots.txt, both sitemaps and the administration's menu are derived from
 * this table. The server reads it too (pages.gen.json). It imports nothing, so that every module may import it.
 */
export type Page = {
  /** A React Router pattern, such as /products/:id. */
  path: string
  /** The file of its module below src/features, whose default export is the page. */
  module: string
  /** Without the shop's name; '' for the shop's own title. Absent if it depends on data. */
  title?: string
  /** Whether search engines may list it. */
  indexed?: true
  /** Whether the server renders it; only for pages that are the same for every visitor. */
  rendered?: true
  /** Who may open it; absent means every visitor. See guards.ts, and features/admin/shell/access.ts for staff. */
  access?: 'signedOut' | 'signedIn' | 'checkout' | 'session' | 'admin'
  /** Its group in the administration's menu. */
  menu?: 'Sell' | 'Catalogue' | 'Content' | 'People' | 'Build'
  /** Its group on the page /sitemap. */
  sitemap?: 'Shop' | 'Company and technology' | 'Help' | 'Account' | 'Legal'
}

export const pages = {
  home: {
    path: '/',
    module: 'home/HomePage',
    title: '',
    indexed: true,
    rendered: true,
    sitemap: 'Shop',
  },
  products: {
    path: '/products',
    module: 'catalogue/ProductsPage',
    title: 'All Products',
    indexed: true,
    rendered: true,
    sitemap: 'Shop',
  },
  product: { path: '/products/:id', module: 'product/ProductPage', indexed: true, rendered: true },
  compare: {
    path: '/compare',
    module: 'compare/ComparePage',
    title: 'Compare products',
    indexed: true,
    rendered: true,
    sitemap: 'Shop',
  },
  plan: {
    path: '/plan',
    module: 'plan/PlanPage',
    title: 'Plan a robot cell',
    indexed: true,
    rendered: true,
    sitemap: 'Shop',
  },
  preorder: {
    path: '/preorder',
    module: 'preorder/PreOrderPage',
    title: 'Pre-order',
    indexed: true,
    sitemap: 'Shop',
  },
  about: {
    path: '/about',
    module: 'about/AboutPage',
    title: 'About us',
    indexed: true,
    rendered: true,
    sitemap: 'Company and technology',
  },
  technologies: {
    path: '/technologies',
    module: 'technologies/TechnologiesPage',
    title: 'Technologies',
    indexed: true,
    rendered: true,
    sitemap: 'Company and technology',
  },
  software: {
    path: '/software',
    module: 'software/SoftwarePage',
    title: 'Software',
    indexed: true,
    rendered: true,
    sitemap: 'Company and technology',
  },
  developers: {
    path: '/developers',
    module: 'developers/DevelopersPage',
    title: 'Developers',
    indexed: true,
    rendered: true,
    sitemap: 'Company and technology',
  },
  resources: {
    path: '/resources',
    module: 'resources/ResourcesPage',
    title: 'Support and resources',
    indexed: true,
    rendered: true,
    sitemap: 'Help',
  },
  faq: {
    path: '/faq',
    module: 'faq/FaqPage',
    title: 'Frequently asked questions',
    indexed: true,
    rendered: true,
    sitemap: 'Help',
  },
  chat: {
    path: '/chat',
    module: 'chat/ChatPage',
    title: 'Chat with Robot',
    indexed: true,
    sitemap: 'Help',
  },
  contact: {
    path: '/contact',
    module: 'contact/ContactPage',
    title: 'Contact us',
    indexed: true,
    rendered: true,
    sitemap: 'Help',
  },
  login: {
    path: '/login',
    module: 'auth/LoginPage',
    title: 'Sign in',
    indexed: true,
    access: 'signedOut',
    sitemap: 'Account',
  },
  register: {
    path: '/register',
    module: 'auth/RegisterPage',
    title: 'Create account',
    indexed: true,
    rendered: true,
    sitemap: 'Account',
  },
  forgotPassword: {
    path: '/forgot-password',
    module: 'account/ForgotPasswordPage',
    title: 'Reset your password',
    indexed: true,
    rendered: true,
    sitemap: 'Account',
  },
  profile: {
    path: '/profile',
    module: 'profile/ProfilePage',
    title: 'Your profile',
    access: 'signedIn',
    sitemap: 'Account',
  },
  updateProfile: {
    path: '/update-profile',
    module: 'account/UpdateProfilePage',
    title: 'Update profile',
    access: 'signedIn',
    sitemap: 'Account',
  },
  changePassword: {
    path: '/change-password',
    module: 'account/ChangePasswordPage',
    title: 'Change password',
    access: 'signedIn',
    sitemap: 'Account',
  },
  secondFactor: {
    path: '/second-factor',
    module: 'account/SecondFactorPage',
    title: 'Two-step sign-in',
    access: 'signedIn',
    sitemap: 'Account',
  },
  cart: {
    path: '/cart',
    module: 'cart/CartPage',
    title: 'Your cart',
    access: 'signedIn',
    sitemap: 'Account',
  },
  checkout: {
    path: '/checkout',
    module: 'checkout/CheckoutPage',
    title: 'Checkout',
    access: 'checkout',
    sitemap: 'Account',
  },
  order: { path: '/orders/:id', module: 'order/OrderPage', title: 'Order details', access: 'signedIn' },
  quote: { path: '/quotes/:number/:key', module: 'quote/QuotePage', title: 'Your quote' },
  resetPassword: {
    path: '/reset-password',
    module: 'account/ResetPasswordPage',
    title: 'Set a new password',
  },
  verifyEmail: {
    path: '/verify-email',
    module: 'account/VerifyEmailPage',
    title: 'Verify your email address',
  },
  invitation: { path: '/invitation', module: 'staff/InvitationPage', title: 'Join the team' },
  undoEmail: {
    path: '/undo-email',
    module: 'account/UndoEmailPage',
    title: 'Undo the change of your email address',
  },
  newsletterConfirm: {
    path: '/newsletter/confirm',
    module: 'newsletter/ConfirmNewsletterPage',
    title: 'Confirm your subscription',
  },
  newsletterUnsubscribe: {
    path: '/newsletter/unsubscribe',
    module: 'newsletter/UnsubscribePage',
    title: 'Leave the newsletter',
  },
  stockAlert: { path: '/stock-alert', module: 'stockalert/StockAlertPage', title: 'Your stock alert' },
  preOrderConfirm: {
    path: '/preorders/confirm',
    module: 'preorder/PreOrderDecisionPage',
    title: 'Confirm your pre-order',
  },
  preOrderKeep: {
    path: '/preorders/keep',
    module: 'preorder/PreOrderDecisionPage',
    title: 'Keep your pre-order',
  },
  preOrderChange: {
    path: '/preorders/change',
    module: 'preorder/PreOrderDecisionPage',
    title: 'Change your pre-order',
  },
  preOrderCancel: {
    path: '/preorders/cancel',
    module: 'preorder/PreOrderDecisionPage',
    title: 'Cancel your pre-order',
  },
  privacy: {
    path: '/privacy',
    module: 'legal/PrivacyPage',
    title: 'Privacy',
    indexed: true,
    rendered: true,
    sitemap: 'Legal',
  },
  terms: {
    path: '/terms',
    module: 'legal/TermsPage',
    title: 'Terms',
    indexed: true,
    rendered: true,
    sitemap: 'Legal',
  },
  sitemap: {
    path: '/sitemap',
    module: 'sitemap/SitemapPage',
    title: 'Sitemap',
    indexed: true,
    rendered: true,
    sitemap: 'Legal',
  },
  admin: { path: '/admin', module: 'admin/dashboard/DashboardScreen', title: 'Dashboard', access: 'admin' },
  adminOrders: {
    path: '/admin/orders',
    module: 'admin/orders/OrdersScreen',
    title: 'Orders',
    access: 'admin',
    menu: 'Sell',
  },
  adminPayments: {
    path: '/admin/payments',
    module: 'admin/payments/PaymentsScreen',
    title: 'Payments',
    access: 'admin',
    menu: 'Sell',
  },
  adminPreOrders: {
    path: '/admin/preorders',
    module: 'admin/preorders/PreOrdersScreen',
    title: 'Pre-orders',
    access: 'admin',
    menu: 'Sell',
  },
  adminQuotes: {
    path: '/admin/quotes',
    module: 'admin/quotes/QuotesScreen',
    title: 'Quotes',
    access: 'admin',
    menu: 'Sell',
  },
  adminProducts: {
    path: '/admin/products',
    module: 'admin/products/ProductsScreen',
    title: 'Products',
    access: 'admin',
    menu: 'Catalogue',
  },
  adminProduct: {
    path: '/admin/products/:id',
    module: 'admin/products/ProductScreen',
    title: 'Edit product',
    access: 'admin',
  },
  adminReviews: {
    path: '/admin/reviews',
    module: 'admin/reviews/ReviewsScreen',
    title: 'Reviews',
    access: 'admin',
    menu: 'Catalogue',
  },
  adminTexts: {
    path: '/admin/texts',
    module: 'admin/texts/TextsScreen',
    title: 'Texts',
    access: 'admin',
    menu: 'Content',
  },
  adminText: {
    path: '/admin/texts/:name',
    module: 'admin/texts/TextScreen',
    title: 'Edit text',
    access: 'admin',
  },
  adminTeam: {
    path: '/admin/team',
    module: 'admin/team/TeamScreen',
    title: 'Team',
    access: 'admin',
    menu: 'Content',
  },
  adminMilestones: {
    path: '/admin/milestones',
    module: 'admin/milestones/MilestonesScreen',
    title: 'Milestones',
    access: 'admin',
    menu: 'Content',
  },
  adminFaq: {
    path: '/admin/faq',
    module: 'admin/faq/FaqScreen',
    title: 'FAQ',
    access: 'admin',
    menu: 'Content',
  },
  adminNewsletter: {
    path: '/admin/newsletter',
    module: 'admin/newsletter/NewsletterScreen',
    title: 'Newsletter',
    access: 'admin',
    menu: 'Content',
  },
  adminCustomers: {
    path: '/admin/customers',
    module: 'admin/customers/CustomersScreen',
    title: 'Customers',
    access: 'admin',
    menu: 'People',
  },
  adminContacts: {
    path: '/admin/contacts',
    module: 'admin/contacts/ContactsScreen',
    title: 'Contacts',
    access: 'admin',
    menu: 'People',
  },
  adminStaff: {
    path: '/admin/staff',
    module: 'admin/staff/StaffScreen',
    title: 'Staff',
    access: 'admin',
    menu: 'People',
  },
  adminKeys: {
    path: '/admin/keys',
    module: 'admin/keys/KeysScreen',
    title: 'API keys',
    access: 'admin',
    menu: 'Build',
  },
  adminWebhooks: {
    path: '/admin/webhooks',
    module: 'admin/webhooks/WebhooksScreen',
    title: 'Webhooks',
    access: 'admin',
    menu: 'Build',
  },
  adminAudit: {
    path: '/admin/audit',
    module: 'admin/audit/AuditScreen',
    title: 'Audit log',
    access: 'admin',
    menu: 'Build',
  },
  adminSettings: {
    path: '/admin/settings',
    module: 'admin/settings/SettingsScreen',
    title: 'Settings',
    access: 'admin',
    menu: 'Build',
  },
  playground: {
    path: '/playground',
    module: 'playground/PlaygroundPage',
    title: 'Playground',
    access: 'session',
    menu: 'Build',
  },
} as const satisfies Record<string, Page>

/** Meta descriptions. Only the server writes them, so the browser's bundle leaves them out. */
export const descriptions: Partial<Record<keyof typeof pages, string>> = {
  products: 'All products with their prices, stock and full specifications.',
  compare: 'Up to three robots or components side by side: data plates, specifications, prices and plans.',
  plan: 'Plan a robot cell in the browser: reach, payload, cycle time, interference, energy, price and payback, calculated as you drag.',
  preorder:
    'Reserve one of the first units of a coming robot. Nothing is charged until we have talked to you.',
  about: 'The story of the company, what it stands for, who leads it, and its milestones.',
  technologies:
    'What is inside the machines: on-board AI, processors, vision, manipulation, connectivity and power management, with figures.',
  software:
    'Control library, visual IDE and mobile app: sample code, features, dependencies and system requirements.',
  developers:
    'GraphQL, REST, webhooks, product feed and Markdown of this shop, with first calls to copy and run.',
  resources: 'Documentation, video tutorials, technical support and answers to questions.',
  faq: 'Orders, pre-orders, prices, payment, programming and support: the questions we are asked most, answered.',
  chat: 'An automatic search through catalogue, specifications and frequent questions, with its sources.',
  contact: 'Contact form, address and opening hours, with answers to the questions asked most.',
  login: 'Sign in to see your cart, your orders and your pre-orders.',
  register: 'Create an account to keep a cart, to order, and to follow what you have pre-ordered.',
  forgotPassword: 'Ask for a link that sets a new password.',
  privacy:
    'Which personal data this shop keeps, what for, for how long, who sees it, and what you can ask of us.',
  terms: 'The terms of sale: offers, prices, payment, delivery, pre-orders, warranty and liability.',
  sitemap: 'Every page of this site on one page.',
}

/** The page of all other addresses. */
export const notFound = { path: '*', title: 'Page not found' }
