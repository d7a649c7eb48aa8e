import { Loading, Skeleton } from '~/ui/Skeleton'
import { CartColumns } from './CartColumns'
import { CartLine } from './CartLine'
import { readCartCache } from './cartCache'
import { OrderSummary } from './OrderSummary'

const nothing = () => undefined

/** Shown while the cart loads: inert copies of the cached lines, or skeletons. */
export function CartSkeleton() {
  const remembered = readCartCache()
  return (
    <Loading label="Loading your cart">
      <CartColumns summary={<OrderSummary busy />}>
        <ul inert className="border-b">
          {remembered.length > 0
            ? remembered.map((item) => (
                <CartLine key={item.id} item={item} onQuantity={nothing} onRemove={nothing} />
              ))
            : ['first', 'second'].map((key) => <LineSkeleton key={key} />)}
        </ul>
      </CartColumns>
    </Loading>
  )
}

function LineSkeleton() {
  return (
    <li className="grid grid-cols-[4.5rem_1fr] gap-x-4 border-t py-6 sm:grid-cols-[9rem_1fr] sm:gap-x-8">
      <Skeleton className="aspect-[4/3]" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-11 w-36" />
      </div>
    </li>
  )
}
