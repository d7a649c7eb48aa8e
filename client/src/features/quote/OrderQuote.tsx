import type { Details, OrderDetailsInput } from '~/features/checkout/detailsSchema'
import { Payment } from '~/features/checkout/Payment'
import { ShippingForm } from '~/features/checkout/ShippingForm'
import { CheckoutStep } from '~/features/checkout/Step'
import { useInitialDetails } from '~/features/checkout/useInitialDetails'
import type { UserError } from '~/lib/forms'
import { Loading, Skeleton } from '~/ui/Skeleton'

/** The steps of the checkout that a quote leaves open. */
export function OrderQuote({
  form,
  owner,
  quoted,
  onSubmit,
}: {
  form: string
  owner: string
  /** The recipient stated in the quote; takes precedence over the user's details. */
  quoted: Partial<Details>
  onSubmit: (placement: OrderDetailsInput) => Promise<readonly UserError[]>
}) {
  const first = useInitialDetails(owner)
  return (
    <>
      <CheckoutStep number={1} title="Shipping information">
        {first ? (
          <ShippingForm
            id={form}
            owner={owner}
            start={{ ...first.start, ...quoted }}
            saved={first.saved}
            onSubmit={onSubmit}
          />
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
