import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSearchText } from './useSearchText'

const going: { location?: { pathname: string } } = {}
vi.mock('react-router-dom', () => ({ useLocation: () => ({ pathname: '/faq' }), useNavigation: () => going }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function typing(q = '') {
  const onPause = vi.fn()
  const { result, rerender } = renderHook((address: string) => useSearchText(address, onPause), {
    initialProps: q,
  })
  return {
    onPause,
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

test('a text waits while another page is being opened', () => {
  const { onPause, rerender, type } = typing()
  type('arm')
  going.location = { pathname: '/contact' }
  rerender('')
  pass(1000)
  expect(onPause).not.toHaveBeenCalled()
  delete going.location
  rerender('')
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
