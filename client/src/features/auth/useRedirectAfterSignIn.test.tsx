import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRedirectAfterSignIn } from './useRedirectAfterSignIn'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  let redirect = () => {}
  function Page() {
    redirect = useRedirectAfterSignIn().redirect
    return null
  }
  let load = () => {}
  const loaded = new Promise<null>((resolve) => {
    load = () => resolve(null)
  })
  const router = createMemoryRouter(
    [
      { path: '/login', Component: Page },
      { path: '/profile', element: null },
      { path: '/about', element: null, loader: () => loaded },
    ],
    { initialEntries: ['/login'] },
  )
  render(<RouterProvider router={router} />)
  act(() => redirect())
  return { router, load: () => load() }
}

test('leads to the profile', async () => {
  const { router } = open()
  await act(() => vi.runAllTimersAsync())
  expect(router.state.location.pathname).toBe('/profile')
})

test('leaves a navigation that has begun', async () => {
  const { router, load } = open()
  await act(async () => void router.navigate('/about'))
  await act(() => vi.runAllTimersAsync())
  await act(async () => load())
  expect(router.state.location.pathname).toBe('/about')
})
