import { type ReactNode, useId } from 'react'
import { Payment } from './Payment'

/** How an order is paid, where the shop takes online payments too. */
export default function PaymentChoice({
  online,
  onChange,
}: {
  online: boolean
  onChange: (online: boolean) => void
}) {
  const name = useId()
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">How do you want to pay?</legend>
      <Choice
        name={name}
        checked={!online}
        label="Bank transfer on invoice"
        onChoose={() => onChange(false)}
      />
      <Choice name={name} checked={online} label="Pay online" onChoose={() => onChange(true)} />
      {online ? (
        <p className="text-small text-muted">
          After you place the order, you pay by card or another method on Stripe's secure page.
        </p>
      ) : (
        <Payment untitled />
      )}
    </fieldset>
  )
}

function Choice({
  name,
  checked,
  label,
  onChoose,
}: {
  name: string
  checked: boolean
  label: ReactNode
  onChoose: () => void
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-5 accent-signal"
      />
      {label}
    </label>
  )
}
