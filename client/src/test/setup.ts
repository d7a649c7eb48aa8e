import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { setSettings } from '~/lib/settings'
import { settings } from './settings'

setSettings(settings)

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
  vi.useRealTimers()
})
