import { useId } from 'react'
import { AddressText } from '~/ui/AddressText'
import type { Shipping } from './shipping'

export type Saved = { id: string; shippingInfo: Shipping }

/** A choice among the saved addresses and a new one, whose id is ''. */
export default function SavedAddresses({
  saved,
  chosen,
  onChoose,
}: {
  saved: readonly Saved[]
  chosen: string
  onChoose: (id: string) => void
}) {
  const name = useId()
  const choice = (id: string) => ({
    type: 'radio',
    name,
    checked: chosen === id,
    onChange: () => onChoose(id),
    className: 'checkbox mt-0.5 rounded-[50%]',
  })
  const box =
    'flex min-h-11 cursor-pointer items-start gap-3 rounded-plate border border-control p-4 text-small hover:border-muted has-checked:border-fg'
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-2 text-muted">Ship to</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {saved.map(({ id, shippingInfo }) => (
          <label key={id} className={box}>
            <input {...choice(id)} />
            <span className="min-w-0 wrap-anywhere">
              <AddressText to={shippingInfo} />
            </span>
          </label>
        ))}
        <label className={box}>
          <input {...choice('')} />
          <span className="font-semibold">New address</span>
        </label>
      </div>
    </fieldset>
  )
}
