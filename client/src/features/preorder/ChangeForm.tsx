import { type FormEvent, useState } from 'react'
import { Button } from '~/ui/Button'
import { TextArea, TextField } from '~/ui/Field'

/** Reduces the quantity or edits the message; the server validates them. */
export function ChangeForm({
  quantity,
  message,
  error,
  loading,
  onSend,
  onClose,
}: {
  quantity: number
  message: string | null
  /** The error of a field. */
  error?: { field: string; message: string }
  loading: boolean
  onSend: (input: { quantity: number; message: string }) => void
  onClose: () => void
}) {
  const [missing, setMissing] = useState(false)
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = (name: string) => event.currentTarget.elements.namedItem(name) as HTMLInputElement
    const units = Number(field('quantity').value)
    setMissing(!Number.isInteger(units))
    if (Number.isInteger(units)) onSend({ quantity: units, message: field('message').value })
    else field('quantity').focus()
  }
  const wrong = (name: string) => (error?.field === name ? error.message : undefined)
  return (
    <form noValidate onSubmit={send} className="grid gap-6">
      <TextField
        label="Quantity"
        name="quantity"
        inputMode="numeric"
        required
        defaultValue={quantity}
        hint={
          quantity > 1
            ? `1 to ${quantity}. You keep your place in the queue. For more units, place another pre-order.`
            : 'For more units, place another pre-order.'
        }
        error={missing ? 'Quantity must be a whole number' : wrong('quantity')}
      />
      <TextArea
        label="Message"
        name="message"
        rows={3}
        defaultValue={message ?? ''}
        error={wrong('message')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="sm" loading={loading} loadingText="Saving...">
          Save changes
        </Button>
        <Button size="sm" onClick={onClose}>
          Discard changes
        </Button>
      </div>
    </form>
  )
}
