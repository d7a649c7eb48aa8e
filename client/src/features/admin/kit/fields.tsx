import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react'
import { TextField } from '~/ui/Field'

/** A choice of yes or no, with what it means beside it. */
export function CheckBox({
  label,
  hint,
  ...rest
}: { label: string; hint?: string } & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small">
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-signal" />
      <span>
        {label}
        {hint && <span className="block text-faint">{hint}</span>}
      </span>
    </label>
  )
}

/** Whether the browser's language writes 1,5: its number inputs take the comma then. */
const takesComma = () => (1.5).toLocaleString(navigator.language).includes(',')

/** Replaces the selection as typing does, so that it can be undone. */
const insert = (text: string) => document.execCommand('insertText', false, text.replaceAll(',', '.'))

/**
 * A number input. Elsewhere than where it is the decimal separator, browsers drop a comma, and 12,50 would be 1250: it becomes
 * a point, and what is no number then is refused (withBadInput).
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
