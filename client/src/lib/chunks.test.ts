import { beforeEach, expect, test, vi } from 'vitest'
import { isMissingChunk, reloadOnce } from './chunks'

beforeEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
})

test('an address is loaded anew once a minute, another one at once', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  vi.useFakeTimers()
  expect(reloadOnce()).toBe(true)
  expect(reloadOnce()).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(reloadOnce()).toBe(true)
  window.history.pushState(null, '', '/elsewhere')
  expect(reloadOnce()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(3)
})

test('without storage nothing is loaded anew, because nothing could stop it', () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
  })
  expect(reloadOnce()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('only what Vite could not load is a missing chunk', () => {
  const error = new Error('Failed to fetch dynamically imported module')
  expect(isMissingChunk(error)).toBe(false)
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
  expect(isMissingChunk(error)).toBe(true)
})
