import {
  createBrowserRouter,
  Navigate,
  type RouteObject,
  RouterContextProvider,
  useParams,
} from 'react-router-dom'
import { PageError } from '~/app/layout/PageError'
import type { Screen } from '~/features/admin/screens'
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
import { FullScreenSpinner } from '~/ui/Spinner'
import { inLayout } from './inLayout'
import { publicRoutes } from './publicRoutes'

/** Cart lines and old links lead to /product/{id}. */
function OldProductAddress() {
  const { id = '' } = useParams()
  return <Navigate to={paths.product(id)} replace />
}

/** What only administrators open is listed in a module of its own, which nobody else loads. */
const screen = (name: Screen) => async () => (await import('~/features/admin/screens')).screens[name]()

/** Every page is its own module; guards stand in front as middleware, so that nothing behind them starts too early. */
export const routes: RouteObject[] = inLayout([
  ...publicRoutes,
  { path: '/product/:id', Component: OldProductAddress },
  { path: '/quotes/:number/:key', lazy: () => import('~/features/quote/QuotePage') },
  { path: '/preorder', lazy: () => import('~/features/preorder/PreOrderPage') },
  { path: '/reset-password', lazy: () => import('~/features/account/ResetPasswordPage') },
  { path: '/verify-email', lazy: () => import('~/features/account/VerifyEmailPage') },
  { path: '/undo-email', lazy: () => import('~/features/account/UndoEmailPage') },
  { path: '/newsletter/confirm', lazy: () => import('~/features/newsletter/NewsletterConfirmPage') },
  { path: '/newsletter/unsubscribe', lazy: () => import('~/features/newsletter/NewsletterUnsubscribePage') },
  ...['confirm', 'keep', 'change', 'cancel'].map((act) => ({
    path: `/preorders/${act}`,
    lazy: () => import('~/features/preorder/PreOrderAnswerPage'),
  })),
  { path: '/chat', lazy: () => import('~/features/chat/ChatPage') },
  { path: '*', lazy: () => import('./NotFoundPage') },
  {
    middleware: [visitorsOnly],
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [{ path: '/login', lazy: () => import('~/features/auth/LoginPage') }],
  },
  {
    middleware: [needsLogin],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [
      { path: '/cart', lazy: () => import('~/features/cart/CartPage') },
      { path: '/orders/:id', lazy: () => import('~/features/order/OrderPage') },
      { path: '/profile', lazy: () => import('~/features/profile/ProfilePage') },
      { path: '/update-profile', lazy: () => import('~/features/account/UpdateProfilePage') },
      { path: '/change-password', lazy: () => import('~/features/account/ChangePasswordPage') },
      { path: '/second-factor', lazy: () => import('~/features/account/SecondFactorPage') },
    ],
  },
  {
    middleware: [needsLoginToProceed],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [{ path: '/checkout', lazy: () => import('~/features/checkout/CheckoutPage') }],
  },
  {
    middleware: [knowsCaller],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [{ path: paths.playground, lazy: () => import('~/features/playground/PlaygroundPage') }],
  },
  {
    path: paths.admin,
    middleware: [needsLogin, needsRole('ADMIN')],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <FullScreenSpinner />,
    lazy: () => import('~/features/admin/shell/AdminRoot'),
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
          { path: '*', lazy: () => import('./NotFoundPage') },
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
