import { formatDate } from '~/lib/format'
import { Status } from './Badge'

/** A product's availability as GraphQL returns it. */
export type Availability = {
  stock: number
  /** 0 if it can't be added to the cart. */
  maxQuantity: number
  isPreorder: boolean
  comingSoon: boolean
  expectedDelivery: string | null
}

/** A product's availability as a dot and text. */
export function AvailabilityStatus({ of: product }: { of: Availability }) {
  if (product.comingSoon) return <Status tone="info">Coming Soon</Status>
  if (product.maxQuantity < 1) return <Status tone="error">Out of stock</Status>
  if (!product.isPreorder) return <Status tone="ok">{product.stock} in stock</Status>
  return (
    <span className="flex flex-wrap gap-x-3">
      <Status tone="info">Pre-order</Status>
      {product.expectedDelivery && (
        <span className="label text-faint">expected {formatDate(product.expectedDelivery, 'UTC')}</span>
      )}
    </span>
  )
}
