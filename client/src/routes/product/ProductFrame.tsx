import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { recordRecent } from '~/features/recent/recent'
import { MissingPart, PartOnItsWay } from './LatePart'
import type { ProductQuery } from './Product.gen'

// What comes after the first reading. The page is whole without the last two.
const Reviews = lazy(() => import('~/features/reviews/Reviews').catch(() => ({ default: ReviewsMissing })))
const PrintSheet = lazy(() => import('~/features/product/PrintSheet').catch(nothing))
const RecentlyViewed = lazy(() => import('~/features/recent/RecentlyViewed').catch(nothing))

function nothing() {
  return { default: () => null }
}

/** What every product's page ends with; on paper its data sheet stands in place of the page. */
export function ProductFrame({
  product,
  children,
}: {
  product: NonNullable<ProductQuery['product']>
  children: ReactNode
}) {
  const { loading, user } = useAuth()
  useEffect(() => recordRecent(product.id), [product.id])
  return (
    <>
      <div className="print:hidden">
        {children}
        <Suspense fallback={<PartOnItsWay {...reviews} />}>
          <Reviews product={product} author={user?.name ?? (loading ? undefined : null)} />
        </Suspense>
        <Suspense>
          <RecentlyViewed current={product.id} />
        </Suspense>
      </div>
      <Suspense>
        <PrintSheet product={product} />
      </Suspense>
    </>
  )
}

const reviews = { id: 'reviews', label: 'Reviews', title: 'What customers say' }

function ReviewsMissing() {
  return <MissingPart {...reviews} message="The reviews could not be loaded" />
}
