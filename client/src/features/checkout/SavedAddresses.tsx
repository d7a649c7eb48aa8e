import { useId } from 'react'
import { AddressText } from '~/ui/AddressText'
import { radioStyles } from './radioStyles'
import type { Shipping } from './shipping'

export type SavedAddress = { id: string; shippingInfo: Shipping }

/** A choice between saved addresses and a new one, whose ID is ''. */
export default function SavedAddresses({
  saved,
  chosen,
  onChoose,
}: {
  saved: readonly SavedAddress[]
  chosen: string
  onChoose: (id: string) => void
}) {
  const name = useId()
  const radio = (id: string) => ({
    type: 'radio',
    name,
    checked: chosen === id,
    onChange: () => onChoose(id),
    className: radioStyles.button,
  })
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-2 text-muted">Ship to</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {saved.map(({ id, shippingInfo }) => (
          <label key={id} className={radioStyles.box}>
            <input {...radio(id)} />
            <span className="min-w-0 wrap-anywhere">
              <AddressText to={shippingInfo} />
            </span>
          </label>
        ))}
        <label className={radioStyles.box}>
          <input {...radio('')} />
          <span className="font-semibold">New address</span>
        </label>
      </div>
    </fieldset>
  )
}
