import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
  vi.useRealTimers()
})
