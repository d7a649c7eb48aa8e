import {
  createBrowserRouter,
  Navigate,
  type RouteObject,
  RouterContextProvider,
  useParams,
} from 'react-router-dom'
import { GuardBoundary } from '~/features/auth/GuardBoundary'
import { knowsCaller, needsLogin, needsRole, sessionContext, visitorsOnly } from '~/features/auth/guards'
import type { Session } from '~/features/auth/session'
import { paths } from '~/lib/paths'
import { FrameError, PageError } from '~/routes/root/PageError'
import { Root } from '~/routes/root/Root'
import { FullScreenSpinner } from '~/ui/Spinner'

/** Cart lines and old links lead to /product/{id}. */
function OldProductAddress() {
  const { id = '' } = useParams()
  return <Navigate to={paths.product(id)} replace />
}

// Keeps the footer below the fold until the first page's module is there.
const emptyPage = <div className="min-h-dvh" />

/** Every page is its own module; guards stand in front as middleware, so that nothing behind them starts too early. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: FrameError,
    children: [
      {
        ErrorBoundary: PageError,
        hydrateFallbackElement: emptyPage,
        children: [
          { path: '/', lazy: () => import('~/routes/home/route') },
          { path: '/products', lazy: () => import('~/routes/products/route') },
          { path: '/products/:id', lazy: () => import('~/routes/product/route') },
          { path: '/product/:id', Component: OldProductAddress },
          { path: '/compare', lazy: () => import('~/routes/compare/route') },
          { path: '/register', lazy: () => import('~/routes/register/route') },
          { path: '/about', lazy: () => import('~/routes/about/route') },
          { path: '/software', lazy: () => import('~/routes/software/route') },
          { path: '/technologies', lazy: () => import('~/routes/technologies/route') },
          { path: '/preorder', lazy: () => import('~/routes/preorder/route') },
          { path: '/contact', lazy: () => import('~/routes/contact/route') },
          { path: '/faq', lazy: () => import('~/routes/faq/route') },
          { path: '/resources', lazy: () => import('~/routes/resources/route') },
          { path: '/forgot-password', lazy: () => import('~/routes/forgot-password/route') },
          { path: '/reset-password', lazy: () => import('~/routes/reset-password/route') },
          { path: '/verify-email', lazy: () => import('~/routes/verify-email/route') },
          { path: '/newsletter/confirm', lazy: () => import('~/routes/newsletter-confirm/route') },
          { path: '/newsletter/unsubscribe', lazy: () => import('~/routes/newsletter-unsubscribe/route') },
          { path: '/chat', lazy: () => import('~/routes/chat/route') },
          { path: '/privacy', lazy: () => import('~/routes/privacy/route') },
          { path: '/terms', lazy: () => import('~/routes/terms/route') },
          { path: '/sitemap', lazy: () => import('~/routes/sitemap/route') },
          { path: '*', lazy: () => import('~/routes/not-found/route') },
          {
            middleware: [visitorsOnly],
            hydrateFallbackElement: <FullScreenSpinner />,
            children: [{ path: '/login', lazy: () => import('~/routes/login/route') }],
          },
          {
            middleware: [needsLogin],
            ErrorBoundary: GuardBoundary,
            hydrateFallbackElement: <FullScreenSpinner />,
            children: [
              { path: '/cart', lazy: () => import('~/routes/cart/route') },
              { path: '/checkout', lazy: () => import('~/routes/checkout/route') },
              { path: '/orders/:id', lazy: () => import('~/routes/order/route') },
              { path: '/profile', lazy: () => import('~/routes/profile/route') },
              { path: '/update-profile', lazy: () => import('~/routes/update-profile/route') },
              { path: '/change-password', lazy: () => import('~/routes/change-password/route') },
            ],
          },
          {
            middleware: [knowsCaller],
            ErrorBoundary: GuardBoundary,
            hydrateFallbackElement: <FullScreenSpinner />,
            children: [{ path: paths.playground, lazy: () => import('~/routes/playground/route') }],
          },
          {
            path: paths.admin,
            middleware: [needsLogin, needsRole('ADMIN')],
            ErrorBoundary: GuardBoundary,
            hydrateFallbackElement: <FullScreenSpinner />,
            lazy: () => import('~/routes/admin/route'),
            children: [
              {
                ErrorBoundary: PageError,
                children: [
                  { index: true, lazy: () => import('~/routes/admin-dashboard/route') },
                  { path: paths.adminPreOrders, lazy: () => import('~/routes/admin-preorders/route') },
                  { path: paths.adminOrders, lazy: () => import('~/routes/admin-orders/route') },
                  { path: paths.adminProducts, lazy: () => import('~/routes/admin-products/route') },
                  { path: paths.adminReviews, lazy: () => import('~/routes/admin-reviews/route') },
                  { path: paths.adminCustomers, lazy: () => import('~/routes/admin-customers/route') },
                  { path: paths.adminContacts, lazy: () => import('~/routes/admin-contacts/route') },
                  { path: paths.adminFaq, lazy: () => import('~/routes/admin-faq/route') },
                  { path: paths.adminNewsletter, lazy: () => import('~/routes/admin-newsletter/route') },
                  { path: paths.adminTeam, lazy: () => import('~/routes/admin-team/route') },
                  { path: paths.adminMilestones, lazy: () => import('~/routes/admin-milestones/route') },
                  { path: paths.adminKeys, lazy: () => import('~/routes/admin-keys/route') },
                  { path: paths.adminWebhooks, lazy: () => import('~/routes/admin-webhooks/route') },
                  { path: paths.adminAudit, lazy: () => import('~/routes/admin-audit/route') },
                  { path: '*', lazy: () => import('~/routes/not-found/route') },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

export function createRouter(session: Session) {
  return createBrowserRouter(routes, {
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[sessionContext, session]])),
  })
}
