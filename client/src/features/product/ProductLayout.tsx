import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { lazyOptional } from '~/lib/lazyOptional'
import { SectionLoadError, SectionSkeleton } from './LazySection'
import type { ProductQuery } from './Product.gen'

// Sections below the fold; the second one is optional.
const Reviews = lazyOptional(() => import('~/features/reviews/Reviews'), ReviewsLoadError)
const RecentlyViewed = lazyOptional(() => import('~/features/recent/RecentlyViewed'))

/** Not needed before the page has been scrolled. */
export const LazyBuyBar = lazyOptional(() => import('./BuyBar'))

const LiveProduct = lazyOptional(() => import('./LiveProduct'))

/** The data sheet, once its module has loaded. Without it the page itself is printed. */
function usePrintSheet() {
  const [sheet, setSheet] = useState<typeof import('./PrintSheet')>()
  useEffect(() => {
    import('./PrintSheet').then(setSheet, () => {})
  }, [])
  return sheet?.default
}

/** The end of every product page; in print, a data sheet replaces the page. */
export function ProductLayout({
  product,
  children,
}: {
  product: NonNullable<ProductQuery['product']>
  children: ReactNode
}) {
  const { loading, user } = useAuth()
  const PrintSheet = usePrintSheet()
  return (
    <>
      <div className={PrintSheet && 'print:hidden'}>
        {children}
        <Suspense fallback={<SectionSkeleton {...reviews} />}>
          <Reviews product={product} author={user?.name ?? (loading ? undefined : null)} />
        </Suspense>
        <Suspense>
          <RecentlyViewed current={product.id} />
          <LiveProduct key={product.id} id={product.id} stock={product.stock} />
        </Suspense>
      </div>
      {PrintSheet && <PrintSheet product={product} />}
    </>
  )
}

const reviews = { id: 'reviews', label: 'Reviews', title: 'What customers say' }

function ReviewsLoadError() {
  return <SectionLoadError {...reviews} message="Couldn't load the reviews" />
}
