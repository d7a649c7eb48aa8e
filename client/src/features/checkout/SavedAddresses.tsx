import { useId } from 'react'
import { AddressText } from '~/ui/AddressText'
import { choice } from './choice'
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
  const radio = (id: string) => ({
    type: 'radio',
    name,
    checked: chosen === id,
    onChange: () => onChoose(id),
    className: choice.button,
  })
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-2 text-muted">Ship to</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {saved.map(({ id, shippingInfo }) => (
          <label key={id} className={choice.box}>
            <input {...radio(id)} />
            <span className="min-w-0 wrap-anywhere">
              <AddressText to={shippingInfo} />
            </span>
          </label>
        ))}
        <label className={choice.box}>
          <input {...radio('')} />
          <span className="font-semibold">New address</span>
        </label>
      </div>
    </fieldset>
  )
}
