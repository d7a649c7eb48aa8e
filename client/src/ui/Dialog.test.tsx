import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
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
