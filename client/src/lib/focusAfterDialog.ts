import { isTyping } from './isTyping'

/**
 * Focuses an element, after an open modal dialog has closed: nothing behind it can take the focus before. Nobody who is
 * typing loses the focus.
 */
export function focusAfterDialog(element: HTMLElement | null | undefined): void {
  if (isTyping()) return
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog || (element && dialog.contains(element))) element?.focus()
  else dialog.addEventListener('close', () => element?.focus(), { once: true })
}
