import { lazy, Suspense, useEffect, useRef } from 'react'
import { Navigate, useNavigationType } from 'react-router-dom'
import { PreorderNow } from '~/features/preorder/PreorderNow'
import { maxCompared } from '~/lib/compared'
import { countLabel } from '~/lib/countLabel'
import type { Change } from '~/lib/useOptimisticView'
import { Button } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Pagination } from '~/ui/Pagination'
import type { CatalogueQuery } from './Catalogue.gen'
import { CompareBox } from './CompareBox'
import { ProductSheet } from './ProductSheet'
import { type CatalogueView, cataloguePageSize, describeFilters, lastPage, viewPath } from './view'

const CompareBar = lazy(() => import('./CompareBar'))

/** The list of products: its count and filters, the sheets, and the pagination. */
export function Results({
  view,
  compared,
  show,
  products: { nodes, totalCount, corrected },
  loading,
}: {
  view: CatalogueView
  /** IDs of the products chosen for a comparison. */
  compared: CatalogueView['compare']
  show: (change: Change<CatalogueView>, options?: { replace: boolean }) => void
  products: CatalogueQuery['products']
  /** Whether the list shown is still the previous one. */
  loading: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownPage = useRef(view.page)
  const how = useNavigationType()
  useEffect(() => {
    if (shownPage.current === view.page) return
    shownPage.current = view.page
    // Back and forward restore the scroll position.
    if (how === 'POP') return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [view.page, how])

  const filters = describeFilters(view)
  const clear = () => show({ category: '', q: '' })
  const linkTo = (page: number) => ({ to: viewPath({ ...view, compare: compared, page }) })
  // Choosing a product for a comparison keeps the page and adds no history entry.
  const choose = (change: (compared: string[]) => string[]) =>
    show(({ compare }) => ({ compare: change(compare), page: view.page }), { replace: true })
  const pageCount = Math.min(Math.ceil(totalCount / cataloguePageSize), lastPage)
  if (!loading && totalCount > 0 && nodes.length === 0) return <Navigate {...linkTo(pageCount)} replace />
  return (
    <section aria-labelledby="results" aria-busy={loading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 ref={heading} id="results" tabIndex={-1}>
          Full Details
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p role="status" className="label text-muted">
            {view.q.trim()
              ? countLabel(totalCount, 'product')
              : `${totalCount} ${totalCount === 1 ? 'product' : 'products'}`}
            {filters && ` for ${filters}`}
          </p>
          {filters && totalCount > 0 && (
            <Button size="sm" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
      </div>
      {corrected && totalCount > 0 && (
        <p className="mb-6 text-muted">
          Nothing matches “{view.q.trim()}”. Showing results for{' '}
          <strong className="font-semibold text-fg">“{corrected}”</strong>.
        </p>
      )}
      {totalCount === 0 && (
        <EmptyState
          title="No products found"
          message="Try adjusting your search or filters"
          action={<Button onClick={clear}>Clear filters</Button>}
        />
      )}
      <div className={`transition-opacity ${loading ? 'opacity-55' : ''}`}>
        {nodes.map((product, index) => (
          // Each boundary hydrates separately, so that none blocks the main thread for long.
          <Suspense key={product.id}>
            <ProductSheet
              product={product}
              first={index === 0}
              action={
                <>
                  <PreorderNow
                    size="sm"
                    variant={product.stock > 0 ? 'secondary' : 'primary'}
                    product={{
                      id: product.id,
                      name: product.name,
                      productName: product.name,
                      image: product.image?.url ?? '/images/industrial-robot.jpg',
                      category: product.category,
                    }}
                  />
                  <CompareBox
                    name={product.name}
                    checked={compared.includes(product.id)}
                    full={compared.length === maxCompared}
                    onChange={(checked) =>
                      choose((ids) => {
                        const others = ids.filter((id) => id !== product.id)
                        return checked ? [...others, product.id].slice(0, maxCompared) : others
                      })
                    }
                  />
                </>
              }
            />
          </Suspense>
        ))}
      </div>
      {compared.length > 0 && (
        <Suspense>
          <CompareBar ids={compared} onClear={() => choose(() => [])} />
        </Suspense>
      )}
      <Pagination page={view.page} pageCount={pageCount} linkTo={linkTo} />
    </section>
  )
}
