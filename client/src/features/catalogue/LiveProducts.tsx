import { lazy, Suspense } from 'react'

// A page is whole without it.
const ProductsSubscription = lazy(() =>
  import('./ProductsSubscription').catch(() => ({ default: () => null })),
)

/** Follows prices and stock of the products of a page. */
export function LiveProducts({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Suspense>
      <ProductsSubscription ids={ids} />
    </Suspense>
  )
}
