/** Whether a field for text has the focus, which nothing but its user should move. */
export function isTyping(): boolean {
  const { activeElement } = document
  return (
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && !noText.includes(activeElement.type))
  )
}

const noText = ['button', 'checkbox', 'file', 'radio', 'range', 'reset', 'submit']
