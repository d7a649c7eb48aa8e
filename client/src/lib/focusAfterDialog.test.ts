import { afterEach, expect, test } from 'vitest'
import { focusAfterDialog } from './focusAfterDialog'

afterEach(() => document.body.replaceChildren())

const add = (html: string) => {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}

test('takes the focus from a button, and from nobody who is typing', () => {
  const heading = add('<h1 tabindex="-1">Contacts</h1>')
  const field = add('<input type="search">')
  field.focus()
  focusAfterDialog(heading)
  expect(document.activeElement).toBe(field)

  for (const other of [add('<button>Resolve</button>'), add('<input type="checkbox">')]) {
    other.focus()
    focusAfterDialog(heading)
    expect(document.activeElement).toBe(heading)
  }
})
