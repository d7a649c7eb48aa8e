import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { TextField } from '~/ui/Field'

/** Whether the browser's language writes 1,5: its number inputs take the comma then. */
const takesComma = () => (1.5).toLocaleString(navigator.language).includes(',')

/** Replaces the selection as typing does, so that it can be undone. */
const insert = (text: string) => document.execCommand('insertText', false, text.replaceAll(',', '.'))

/**
 * A number input. Where the comma is no decimal separator browsers drop it, so that 12,50 would be 1250: it becomes a
 * point, and what is no number then is refused (withBadInput).
 */
export function NumberField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  function type(event: KeyboardEvent) {
    if (event.key !== ',' || takesComma()) return
    event.preventDefault()
    insert(',')
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim()
    if (!text.includes(',') || takesComma()) return
    event.preventDefault()
    insert(text)
  }
  return <TextField {...props} type="number" onKeyDown={type} onPaste={paste} />
}

/** The text of a field for a whole number from 1 to `most`, which may be empty. */
export const optionalNumber = (label: string, most: number) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most), {
      error: `${label} must be a whole number between 1 and ${most}`,
    }),
  )
