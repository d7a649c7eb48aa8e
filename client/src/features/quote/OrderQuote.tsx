import { Payment } from '~/features/checkout/Payment'
import { ShippingForm } from '~/features/checkout/ShippingForm'
import { CheckoutStep } from '~/features/checkout/Step'
import type { Shipping } from '~/features/checkout/shippingSchema'
import { useFirstAddress } from '~/features/checkout/useFirstAddress'
import type { Refusal } from '~/lib/forms'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** The steps of the checkout that a quote leaves open. */
export function OrderQuote({
  form,
  owner,
  onSubmit,
}: {
  form: string
  owner: string
  onSubmit: (shipping: Shipping) => Promise<readonly Refusal[]>
}) {
  const start = useFirstAddress(owner)
  return (
    <>
      <CheckoutStep number={1} title="Shipping information">
        {start ? (
          <ShippingForm id={form} owner={owner} start={start} onSubmit={onSubmit} />
        ) : (
          <Loading label="Loading your address">
            <Skeleton className="h-48" />
          </Loading>
        )}
      </CheckoutStep>
      <CheckoutStep number={2} title="Payment">
        <Payment />
      </CheckoutStep>
    </>
  )
}
