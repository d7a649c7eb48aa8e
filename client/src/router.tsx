import {
  createBrowserRouter,
  Navigate,
  type RouteObject,
  RouterContextProvider,
  useParams,
} from 'react-router-dom'
import { GuardBoundary } from '~/features/auth/GuardBoundary'
import {
  knowsCaller,
  needsLogin,
  needsLoginToProceed,
  needsRole,
  sessionContext,
  visitorsOnly,
} from '~/features/auth/guards'
import type { Session } from '~/features/auth/session'
import { paths } from '~/lib/paths'
import type { Screen } from '~/routes/admin/screens'
import { inFrame } from '~/routes/frame'
import { publicRoutes } from '~/routes/public'
import { PageError } from '~/routes/root/PageError'
import { FullScreenSpinner } from '~/ui/Spinner'

/** Cart lines and old links lead to /product/{id}. */
function OldProductAddress() {
  const { id = '' } = useParams()
  return <Navigate to={paths.product(id)} replace />
}

/** What only administrators open is listed in a module of its own, which nobody else loads. */
const screen = (name: Screen) => async () => (await import('~/routes/admin/screens')).screens[name]()

/** Every page is its own module; guards stand in front as middleware, so that nothing behind them starts too early. */
export const routes: RouteObject[] = inFrame([
  ...publicRoutes,
  { path: '/product/:id', Component: OldProductAddress },
  { path: '/quotes/:number/:key', lazy: () => import('~/routes/quote/route') },
  { path: '/preorder', lazy: () => import('~/routes/preorder/route') },
  { path: '/reset-password', lazy: () => import('~/routes/reset-password/route') },
  { path: '/verify-email', lazy: () => import('~/routes/verify-email/route') },
  { path: '/undo-email', lazy: () => import('~/routes/undo-email/route') },
  { path: '/newsletter/confirm', lazy: () => import('~/routes/newsletter-confirm/route') },
  { path: '/newsletter/unsubscribe', lazy: () => import('~/routes/newsletter-unsubscribe/route') },
  ...['confirm', 'keep', 'change', 'cancel'].map((act) => ({
    path: `/preorders/${act}`,
    lazy: () => import('~/routes/preorder-answer/route'),
  })),
  { path: '/chat', lazy: () => import('~/routes/chat/route') },
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
      { path: '/orders/:id', lazy: () => import('~/routes/order/route') },
      { path: '/profile', lazy: () => import('~/routes/profile/route') },
      { path: '/update-profile', lazy: () => import('~/routes/update-profile/route') },
      { path: '/change-password', lazy: () => import('~/routes/change-password/route') },
      { path: '/second-factor', lazy: () => import('~/routes/second-factor/route') },
    ],
  },
  {
    middleware: [needsLoginToProceed],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [{ path: '/checkout', lazy: () => import('~/routes/checkout/route') }],
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
          { index: true, lazy: screen('dashboard') },
          { path: paths.adminPreOrders, lazy: screen('preorders') },
          { path: paths.adminOrders, lazy: screen('orders') },
          { path: paths.adminQuotes, lazy: screen('quotes') },
          { path: paths.adminProducts, lazy: screen('products') },
          { path: paths.adminReviews, lazy: screen('reviews') },
          { path: paths.adminCustomers, lazy: screen('customers') },
          { path: paths.adminContacts, lazy: screen('contacts') },
          { path: paths.adminFaq, lazy: screen('faq') },
          { path: paths.adminNewsletter, lazy: screen('newsletter') },
          { path: paths.adminTeam, lazy: screen('team') },
          { path: paths.adminMilestones, lazy: screen('milestones') },
          { path: paths.adminKeys, lazy: screen('keys') },
          { path: paths.adminWebhooks, lazy: screen('webhooks') },
          { path: paths.adminAudit, lazy: screen('audit') },
          { path: '*', lazy: () => import('~/routes/not-found/route') },
        ],
      },
    ],
  },
])

export function createRouter(session: Session) {
  return createBrowserRouter(routes, {
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[sessionContext, session]])),
  })
}
