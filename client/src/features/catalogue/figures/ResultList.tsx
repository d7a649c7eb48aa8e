import { useQuery } from '@apollo/client/react'
import { CatalogueDocument } from '~/features/catalogue/Catalogue.gen'
import { Results } from '~/features/catalogue/Results'
import { SheetSkeletons } from '~/features/catalogue/SheetSkeleton'
import { type CatalogueView, cataloguePageSize, lastPage, viewPath } from '~/features/catalogue/view'
import { errorMessage } from '~/lib/apollo'
import { ErrorState } from '~/ui/ErrorState'
import { Pagination } from '~/ui/Pagination'
import type { ChangeView } from './FigureFilters'
import { figuresQuery, layoutOf } from './figures'
import { GridCard } from './GridCard'
import { NoResults, ResultCount } from './ResultCount'

/** The matching products as sheets or in a grid. */
export function ResultList({
  view,
  compared,
  show,
}: {
  view: CatalogueView
  compared: string[]
  show: ChangeView
}) {
  const { data, previousData, loading, error, refetch } = useQuery(CatalogueDocument, {
    variables: figuresQuery(view),
  })
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the products"
        message={errorMessage(error)}
        onRetry={() => refetch()}
      />
    )
  const shown = data ?? previousData
  if (!shown) return <SheetSkeletons />
  const { products } = shown
  if (products.totalCount === 0) return <NoResults view={view} show={show} />
  if (layoutOf(view.more) === 'sheets')
    return <Results view={view} compared={compared} show={show} products={products} loading={loading} />
  const pageCount = Math.min(Math.ceil(products.totalCount / cataloguePageSize), lastPage)
  return (
    <section aria-labelledby="found" aria-busy={loading}>
      <ResultCount total={products.totalCount} />
      <ul className="found-grid">
        {products.nodes.map((product) => (
          <li key={product.id}>
            <GridCard product={product} />
          </li>
        ))}
      </ul>
      <Pagination
        page={view.page}
        pageCount={pageCount}
        linkTo={(page) => ({ to: viewPath({ ...view, page }) })}
      />
    </section>
  )
}
