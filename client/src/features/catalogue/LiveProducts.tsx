import { lazy, Suspense } from 'react'

// Optional: without it, prices and stock are those of the first response.
const ProductsSubscription = lazy(() =>
  import('./ProductsSubscription').catch(() => ({ default: () => null })),
)

/** Loads the subscription to prices and stock of a page's products. */
export function LiveProducts({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Suspense>
      <ProductsSubscription ids={ids} />
    </Suspense>
  )
}
