import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './Button'
import { Dialog } from './Dialog'

it('stays open when the event of the last closing comes after it was opened again', () => {
  const onClose = vi.fn()
  render(
    <Dialog open onClose={onClose} title="Add milestone">
      <p>Fields</p>
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Add milestone' })
  fireEvent(dialog, new Event('close'))
  expect(onClose).not.toHaveBeenCalled()

  // The browser closes it by itself when Escape is pressed twice.
  dialog.close()
  expect(onClose).toHaveBeenCalledOnce()
})

const dialogOf = (children: ReactNode, place?: 'side') => (
  <Dialog open onClose={() => undefined} title="Invite staff" place={place}>
    {children}
  </Dialog>
)
const form = (
  <form>
    <input type="email" hidden />
    <input aria-label="Account" disabled />
    <input aria-label="Email" />
    <button type="submit">Send</button>
  </form>
)

it('focuses the first field of its form, also of one that follows later, but only once', () => {
  const { rerender } = render(dialogOf(<p>Loading</p>))
  rerender(dialogOf(form))
  const email = screen.getByRole('textbox', { name: 'Email' })
  expect(document.activeElement).toBe(email)

  screen.getByRole('button', { name: 'Send' }).focus()
  rerender(dialogOf(form))
  expect(document.activeElement).not.toBe(email)
})

it.each([
  ['a drawer', form, 'side' as const],
  [
    'a form that destroys something',
    <form key="refund">
      <input aria-label="Email" />
      <Button type="submit" variant="danger">
        Refund
      </Button>
    </form>,
    undefined,
  ],
])('leaves the focus of %s to the browser', (_, content, place) => {
  render(dialogOf(content, place))
  expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: 'Email' }))
})

it('opens no keyboard of a touch screen', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
  render(dialogOf(form))
  vi.unstubAllGlobals()
  expect(document.activeElement).not.toBe(screen.getByRole('textbox', { name: 'Email' }))
})
