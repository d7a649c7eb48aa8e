import { useQuery } from '@apollo/client/react'
import { Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { pages } from '~/app/pages'
import { errorMessage } from '~/lib/apollo'
import { useHead } from '~/lib/head'
import { lazyOptional } from '~/lib/lazyOptional'
import type { LoaderArgs } from '~/lib/loader'
import { useRefetchOnFocus } from '~/lib/useRefetchOnFocus'
import { ErrorState } from '~/ui/ErrorState'
import { Container } from '~/ui/Layout'
import { CatalogueDocument } from './Catalogue.gen'
import { CatalogueFilters } from './CatalogueFilters'
import { LiveProducts } from './LiveProducts'
import { ProductsTextDocument } from './ProductsText.gen'
import { Results } from './Results'
import { SheetSkeletons } from './SheetSkeleton'
import { useView } from './useView'
import { headOf, queryOf, readView } from './view'

// Below the list, so it can load later.
const CatalogueInfo = lazyOptional(() => import('./CatalogueInfo'))
// Filters by figures, and the grid and table layouts.
const FigureFilters = lazyOptional(() => import('./figures/FigureFilters'))

export const loader = ({ request }: LoaderArgs) => {
  const view = readView(new URL(request.url).searchParams)
  return [
    { query: ProductsTextDocument },
    { query: CatalogueDocument, variables: queryOf(view), skip: !!view.more[0] },
  ] as const
}

export default function ProductsPage() {
  const { view, chosen, show } = useView()
  useHead({ ...pages.products, ...headOf(view) })
  const [own, page] = useLoaderData<ReturnType<typeof loader>>()
  const text = useQuery(own.query).data?.text
  // In the order of the layout (shop/textlayout.go).
  const [lead, why] = text?.sections ?? []
  const { data, previousData, loading, error, refetch } = useQuery(page.query, page)
  useRefetchOnFocus(page)
  // The previous list stays until the next one has loaded, but not if that fails.
  const failed = error && !data
  const shown = failed ? undefined : (data ?? previousData)
  return (
    <>
      <Container className="pt-10 pb-8 md:pt-14">
        <h1 className="display">{text?.title ?? 'All Products'}</h1>
        <p className="mt-5 max-w-prose text-lead text-muted empty:hidden">{lead?.title}</p>
      </Container>
      <CatalogueFilters view={chosen} show={show} />
      <Container className="pt-6">
        <Suspense fallback={<p className="h-11" />}>
          <FigureFilters view={view} chosen={chosen} show={show} />
        </Suspense>
        {failed && (
          <ErrorState
            title="Couldn't load the catalogue"
            message={errorMessage(error)}
            onRetry={() => refetch()}
          />
        )}
        {shown && !page.skip && (
          <Results
            view={view}
            compared={chosen.compare}
            show={show}
            products={shown.products}
            loading={loading}
          />
        )}
        {!shown && !failed && !page.skip && <SheetSkeletons />}
        <LiveProducts ids={shown?.products.nodes.map(({ id }) => id) ?? []} />
      </Container>
      {shown && (
        <Suspense>
          <CatalogueInfo why={why} entries={shown.faqEntries} onRetry={() => refetch()} />
        </Suspense>
      )}
    </>
  )
}
