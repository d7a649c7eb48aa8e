import { CartColumns } from '~/features/cart/CartColumns'
import { OrderSummary } from '~/features/cart/OrderSummary'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { CheckoutStep } from './Step'

/** The checkout's skeleton while cart and address load. */
export function CheckoutSkeleton() {
  return (
    <Loading label="Loading your checkout">
      <CartColumns summary={<OrderSummary busy />}>
        <CheckoutStep number={1} title="Shipping information">
          <div className="grid gap-6">
            {['address', 'city', 'country'].map((field) => (
              <div key={field} className="grid gap-2">
                <Skeleton className="h-4.5 w-24" />
                <Skeleton className="h-12" />
              </div>
            ))}
          </div>
        </CheckoutStep>
        <CheckoutStep number={2} title="Review">
          <div className="grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-6 sm:gap-x-6">
            <Skeleton className="aspect-[4/3]" />
            <Skeleton className="h-12 w-3/5" />
          </div>
        </CheckoutStep>
        <CheckoutStep number={3} title="Payment">
          <Skeleton className="h-24" />
        </CheckoutStep>
      </CartColumns>
    </Loading>
  )
}
