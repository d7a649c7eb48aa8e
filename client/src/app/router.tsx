import {
  createBrowserRouter,
  type MiddlewareFunction,
  Navigate,
  type RouteObject,
  RouterContextProvider,
  useParams,
} from 'react-router-dom'
import { GuardBoundary } from '~/features/auth/GuardBoundary'
import {
  requireLogin,
  requireLoginToProceed,
  requireStaff,
  requireVisitor,
  sessionContext,
  waitForSession,
} from '~/features/auth/guards'
import type { Session } from '~/features/auth/session'
import { paths } from '~/lib/paths'
import { FullScreenSpinner } from '~/ui/Spinner'
import { inLayout } from './inLayout'
import { LayoutError, PageError } from './layout/PageError'
import { Root } from './layout/Root'
import { notFoundRoute, publicRoutes, routeOf } from './pageModules'
import { notFound, type Page, pages } from './pages'

/** Redirects /product/{id}, used by cart lines and old links. */
function OldProductAddress() {
  const { id = '' } = useParams()
  return <Navigate to={paths.product(id)} replace />
}

/** The guards of each kind of access; nothing behind them loads before they pass. */
const guards: Record<NonNullable<Page['access']>, MiddlewareFunction[]> = {
  signedOut: [requireVisitor],
  signedIn: [requireLogin],
  checkout: [requireLoginToProceed],
  session: [waitForSession],
  admin: [requireLogin, requireStaff],
}

const pagesWith = (access: Page['access']) =>
  Object.values<Page>(pages).filter((page) => page.access === access && !page.rendered)

const guarded = (access: keyof typeof guards, children: RouteObject[]): RouteObject => ({
  middleware: guards[access],
  ErrorBoundary: GuardBoundary,
  hydrateFallbackElement: <FullScreenSpinner />,
  children,
})

/** The administration's layout is only for staff; others see the refusal in the shop's layout. */
const RefusedAdmin = () => (
  <Root>
    <GuardBoundary />
  </Root>
)

const shop = inLayout([
  ...publicRoutes,
  ...pagesWith(undefined).map(routeOf),
  { path: '/product/:id', Component: OldProductAddress },
  ...(['signedOut', 'signedIn', 'checkout', 'session'] as const).map((access) =>
    guarded(access, pagesWith(access).map(routeOf)),
  ),
  notFoundRoute,
])

const admin: RouteObject = {
  ...guarded('admin', [
    {
      ErrorBoundary: PageError,
      // AdminRoot shows what stands at every other address.
      children: [...pagesWith('admin').map(routeOf), { path: `${paths.admin}/*`, handle: notFound }],
    },
  ]),
  ErrorBoundary: RefusedAdmin,
  lazy: () => import('./layout/AdminRoot'),
}

const routes: RouteObject[] = [...shop, { ErrorBoundary: LayoutError, children: [admin] }]

/** The browser's router. `loaderData` is the first page's loader result by route ID. */
export function createRouter(session: Session, loaderData?: Record<string, unknown>) {
  return createBrowserRouter(routes, {
    hydrationData: { loaderData },
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[sessionContext, session]])),
  })
}
