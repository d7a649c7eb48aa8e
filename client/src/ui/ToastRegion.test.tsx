import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './ToastRegion'
import { dismissToast, toast, toastStore } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastRegion />)
})

afterEach(() => {
  cleanup()
  for (const { id } of toastStore.get()) dismissToast(id)
  vi.useRealTimers()
})

function pass(ms: number) {
  act(() => vi.advanceTimersByTime(ms))
}

function show(message: string) {
  act(() => toast.success(message))
}

test('a toast goes after five seconds, not before', () => {
  show('Saved')
  pass(4999)
  expect(screen.queryByText('Saved')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('hovering holds it, with the time that was left', () => {
  show('Saved')
  pass(4000)
  fireEvent.mouseEnter(screen.getByText('Saved').parentElement as HTMLElement)
  pass(60_000)
  fireEvent.mouseLeave(screen.getByText('Saved').parentElement as HTMLElement)
  pass(999)
  expect(screen.queryByText('Saved')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('it waits while the window has no focus', () => {
  show('Saved')
  act(() => void window.dispatchEvent(new Event('blur')))
  pass(60_000)
  expect(screen.queryByText('Saved')).not.toBeNull()
  act(() => void window.dispatchEvent(new Event('focus')))
  pass(5000)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('at most twenty are shown; the next one comes when there is room', () => {
  for (let n = 1; n <= 21; n++) show(`Toast ${n}`)
  expect(screen.queryByText('Toast 20')).not.toBeNull()
  expect(screen.queryByText('Toast 21')).toBeNull()
  const close = screen.getAllByRole('button', { name: 'Close notification' })[0] as HTMLElement
  fireEvent.click(close)
  expect(screen.queryByText('Toast 1')).toBeNull()
  expect(screen.queryByText('Toast 21')).not.toBeNull()
})

test('an action runs once, and its toast goes', () => {
  const undo = vi.fn()
  act(() => toast.success('Hidden', { label: 'Undo', act: undo }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Hidden')).toBeNull()
})
