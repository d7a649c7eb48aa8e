import { useQuery } from '@apollo/client/react'
import { CatalogueDocument } from '~/features/catalogue/Catalogue.gen'
import { Results } from '~/features/catalogue/Results'
import { SheetSkeletons } from '~/features/catalogue/SheetSkeleton'
import { type CatalogueView, cataloguePageSize, lastPage, viewPath } from '~/features/catalogue/view'
import { serverMessage } from '~/lib/apollo'
import { ErrorState } from '~/ui/ErrorState'
import { Pagination } from '~/ui/Pagination'
import type { Show } from './Finder'
import { FoundHead, NothingFound } from './Found'
import { figuresQuery, formOf } from './figures'
import { GridCard } from './GridCard'

/** The products that match, as sheets or in a grid. */
export function FoundList({ view, compared, show }: { view: CatalogueView; compared: string[]; show: Show }) {
  const { data, previousData, loading, error, refetch } = useQuery(CatalogueDocument, {
    variables: figuresQuery(view),
  })
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the products"
        message={serverMessage(error) ?? 'Check your connection and try again.'}
        onRetry={() => refetch()}
      />
    )
  const shown = data ?? previousData
  if (!shown) return <SheetSkeletons />
  const { products } = shown
  if (products.totalCount === 0) return <NothingFound view={view} show={show} />
  if (formOf(view.more) === 'sheets')
    return <Results view={view} compared={compared} show={show} products={products} loading={loading} />
  const pageCount = Math.min(Math.ceil(products.totalCount / cataloguePageSize), lastPage)
  return (
    <section aria-labelledby="found" aria-busy={loading}>
      <FoundHead total={products.totalCount} />
      <ul className="found-grid">
        {products.nodes.map((product) => (
          <li key={product.id}>
            <GridCard product={product} />
          </li>
        ))}
      </ul>
      <Pagination page={view.page} pageCount={pageCount} hrefFor={(page) => viewPath({ ...view, page })} />
    </section>
  )
}
