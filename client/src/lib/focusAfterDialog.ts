/** Focuses an element. Behind an open modal dialog, where nothing takes the focus, it waits until that has closed. */
export function focusAfterDialog(element: HTMLElement | null | undefined): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog || (element && dialog.contains(element))) element?.focus()
  else dialog.addEventListener('close', () => element?.focus(), { once: true })
}
