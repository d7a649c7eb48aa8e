import { lazy, Suspense } from 'react'

// A page is whole without it.
const ProductsLive = lazy(() => import('./ProductsLive').catch(() => ({ default: () => null })))

/** Follows prices and stock of the products of a page. */
export function FollowProducts({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <Suspense>
      <ProductsLive ids={ids} />
    </Suspense>
  )
}
