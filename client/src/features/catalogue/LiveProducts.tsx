import { Suspense } from 'react'
import { lazyOptional } from '~/lib/lazyOptional'

// Optional: without it, prices and stock are those of the first response.
const ProductsSubscription = lazyOptional(() => import('./ProductsSubscription'))

/** Loads the subscription to prices and stock of a page's products. */
export function LiveProducts({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Suspense>
      <ProductsSubscription ids={ids} />
    </Suspense>
  )
}
