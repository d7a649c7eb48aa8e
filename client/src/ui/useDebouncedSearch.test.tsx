import { act, renderHook } from '@testing-library/react'
import { createContext, type ReactNode, useContext } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDebouncedSearch } from './useDebouncedSearch'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

const Content = createContext<ReactNode>(null)

function typing(q = '') {
  const onPause = vi.fn()
  const router = createMemoryRouter(
    [
      { path: '/faq', Component: () => useContext(Content) },
      { path: '/contact', loader: () => new Promise(() => {}), Component: () => null },
    ],
    { initialEntries: ['/faq'] },
  )
  const { result, rerender } = renderHook((address: string) => useDebouncedSearch(address, onPause), {
    initialProps: q,
    wrapper: ({ children }) => (
      <Content.Provider value={children}>
        <RouterProvider router={router} />
      </Content.Provider>
    ),
  })
  return {
    onPause,
    router,
    rerender,
    text: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
  }
}

test('the text follows at once, the address after a pause, and only once', () => {
  const { onPause, text, type } = typing()
  type('a')
  pass(200)
  type('ar')
  pass(200)
  expect(text()).toBe('ar')
  expect(onPause).not.toHaveBeenCalled()
  pass(50)
  expect(onPause.mock.calls).toEqual([['ar']])
  pass(1000)
  expect(onPause).toHaveBeenCalledTimes(1)
})

test('a text waits for another page that a slow device has not rendered yet', () => {
  const { onPause, router, type } = typing()
  type('arm')
  void router.navigate('/contact')
  vi.advanceTimersByTime(1000)
  expect(onPause).not.toHaveBeenCalled()
})

test('a text waits while another page is being opened', async () => {
  const { onPause, router, type } = typing()
  type('arm')
  await act(async () => void router.navigate('/contact'))
  pass(1000)
  expect(onPause).not.toHaveBeenCalled()
  await act(async () => void router.navigate('/faq'))
  pass(250)
  expect(onPause.mock.calls).toEqual([['arm']])
})

test('letters typed while the address catches up stay', () => {
  const { onPause, rerender, text, type } = typing()
  type('ar')
  pass(250)
  type('arm')
  rerender('ar')
  expect(text()).toBe('arm')
  pass(250)
  expect(onPause).toHaveBeenLastCalledWith('arm')
})

test('letters typed while several changes of the address are on their way stay', () => {
  const { rerender, text, type } = typing()
  type('a')
  pass(250)
  type('ar')
  pass(250)
  rerender('a')
  type('arm')
  rerender('ar')
  expect(text()).toBe('arm')
  pass(250)
  rerender('arm')
  // Back to what was sent before is a change of the address, too.
  rerender('ar')
  expect(text()).toBe('ar')
})

test('a text that the address brings wins', () => {
  const { onPause, rerender, text } = typing('arm')
  rerender('')
  expect(text()).toBe('')
  pass(1000)
  expect(onPause).not.toHaveBeenCalled()
})
