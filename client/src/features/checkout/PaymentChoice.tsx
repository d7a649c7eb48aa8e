import { useId } from 'react'
import { takesOnlinePayment } from '~/lib/onlinePayment'
import { Payment, Transfer, transfer } from './Payment'
import { radioStyles } from './radioStyles'

/** The choice of payment: by bank transfer on invoice or, if the shop supports it, online. */
export default function PaymentChoice({
  online,
  onChange,
}: {
  online: boolean
  onChange: (online: boolean) => void
}) {
  const name = useId()
  if (!takesOnlinePayment()) return <Payment />
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="sr-only">How do you want to pay?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {[false, true].map((way) => (
          <label key={String(way)} className={radioStyles.box}>
            <input
              type="radio"
              name={name}
              checked={online === way}
              onChange={() => onChange(way)}
              className={radioStyles.button}
            />
            <span className="font-semibold">{way ? 'Pay online' : transfer}</span>
          </label>
        ))}
      </div>
      {online ? (
        <p className="text-small text-muted">
          After you place the order, you pay by card or another method on Stripe's secure page.
        </p>
      ) : (
        <Transfer />
      )}
    </fieldset>
  )
}
