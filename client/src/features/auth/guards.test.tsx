import { act, render, screen } from '@testing-library/react'
import {
  createMemoryRouter,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
  useLocation,
} from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import type { Role, Scope } from '~/lib/schema.gen'
import { setToken } from '~/lib/token'
import { mockGraph } from '~/test/mockGraph'
import { AuthProvider, useAuth } from './AuthProvider'
import { GuardBoundary } from './GuardBoundary'
import { requireLogin, requireStaff, requireVisitor, sessionContext } from './guards'
import { Session } from './session'

const loadCart = vi.fn(() => null)

function Login() {
  return <p>Login from {JSON.stringify(useLocation().state)}</p>
}

const routes: RouteObject[] = [
  { path: '/', element: <p>Home</p> },
  {
    middleware: [requireVisitor],
    hydrateFallbackElement: <p>Waiting</p>,
    children: [{ path: '/login', Component: Login }],
  },
  {
    middleware: [requireLogin],
    ErrorBoundary: GuardBoundary,
    hydrateFallbackElement: <p>Waiting</p>,
    children: [
      { path: '/cart', loader: loadCart, element: <p>Cart</p> },
      { path: '/profile', element: <p>Profile</p> },
      {
        middleware: [requireStaff],
        ErrorBoundary: GuardBoundary,
        children: [{ path: '/admin/team', element: <p>Team</p> }],
      },
    ],
  },
]

function person(role: Role, ...scopes: Scope[]) {
  const person = {
    id: 'u1',
    name: 'Vera',
    email: 'vera@example.com',
    emailVerified: true,
    pendingEmail: null,
    secondFactorMissing: false,
  }
  return { data: { me: { __typename: 'User', ...person, role, scopes } } }
}

function open(...entries: string[]) {
  const session = new Session(createClient(() => {}))
  const router = createMemoryRouter(routes, {
    initialEntries: entries,
    future: { v8_middleware: true },
    getContext: () => new RouterContextProvider(new Map([[sessionContext, session]])),
  })
  render(
    <AuthProvider session={session}>
      <RouterProvider router={router} />
    </AuthProvider>,
  )
  return router
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  loadCart.mockClear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a visitor goes to /login, which learns where from, before anything of the page starts', async () => {
  open('/cart?step=2')
  await screen.findByText('Login from {"from":"/cart?step=2"}')
  expect(loadCart).not.toHaveBeenCalled()
})

test('the refused page leaves no history entry behind', async () => {
  const router = open('/')
  await screen.findByText('Home')
  await act(() => router.navigate('/cart'))
  await screen.findByText('Login from {"from":"/cart"}')
  await act(() => router.navigate(-1))
  await screen.findByText('Home')
})

test('while the session is being checked nothing of the page is shown', async () => {
  setToken('good')
  mockGraph({ Me: person('USER') })
  open('/cart')
  expect(screen.queryByText('Waiting')).not.toBeNull()
  await screen.findByText('Cart')
})

test('another role is denied, then sent home after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setToken('good')
  mockGraph({ Me: person('USER') })
  open('/admin/team')
  await screen.findByRole('heading', { name: 'Access Denied' })
  expect(screen.queryByText("You don't have permission to access this page.")).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(screen.queryByText('Home')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Home')).not.toBeNull()
})

test('the required role gets in', async () => {
  setToken('good')
  mockGraph({ Me: person('ADMIN', 'WRITE_CONTENT') })
  open('/admin/team')
  await screen.findByText('Team')
})

test('staff gets in', async () => {
  setToken('good')
  mockGraph({ Me: person('USER', 'READ_ORDERS') })
  open('/admin/team')
  await screen.findByText('Team')
})

test('signed-in people who open /login see their profile', async () => {
  setToken('good')
  mockGraph({ Me: person('USER') })
  open('/login')
  await screen.findByText('Profile')
})

test('when the server can not be reached nobody is sent to sign in again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setToken('good')
  let reachable = false
  mockGraph({ Me: () => (reachable ? person('USER') : new TypeError('Failed to fetch')) })
  open('/cart')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await screen.findByText("Can't reach the server")
  reachable = true
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  await screen.findByText('Cart')
})

test('useAuth needs its provider', () => {
  function Orphan() {
    useAuth()
    return null
  }
  expect(() => render(<Orphan />)).toThrow('useAuth must be used within an AuthProvider')
})
