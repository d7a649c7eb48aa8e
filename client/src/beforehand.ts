// What happened before the application took a page over.
import type { ApolloClient } from '@apollo/client'
import type { Question } from '~/lib/first'

/** Puts the answers that came with the document where the page looks for them. */
export function remember(client: ApolloClient, questions: Question[], answers: unknown[]): void {
  for (const [index, question] of questions.entries())
    client.writeQuery({ ...question, data: answers[index] })
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)

function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
    return control.value !== first?.value
  }
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}

/**
 * Forms of a page that the server has rendered take their own first values when they begin to work. This notes what somebody
 * has typed and chosen by then; the function that it answers puts it back, as if that were done again.
 */
export function keepTyped(): () => void {
  const kept = new Map<Control, string | boolean>()
  const keep = (control: Control) => kept.set(control, isBox(control) ? control.checked : control.value)
  for (const control of document.querySelectorAll<Control>('#root :is(input, textarea, select)'))
    if (isTouched(control)) keep(control)
  const note = ({ target }: Event) => keep(target as Control)
  document.addEventListener('input', note, true)

  return () => {
    document.removeEventListener('input', note, true)
    for (const [control, was] of kept) {
      if (!control.isConnected) continue
      // React tells of a change from what was set here first.
      if (isBox(control)) {
        control.checked = !was
        control.click()
        continue
      }
      control.value = ''
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
      set?.call(control, was)
      control.dispatchEvent(
        new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      )
    }
    window.dispatchEvent(new Event('takenover')) // boot.js waits for it
  }
}
