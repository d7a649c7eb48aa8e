import { useQuery } from '@apollo/client/react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router-dom'
import { pages } from '~/app/pages'
import { LiveProducts } from '~/features/catalogue/LiveProducts'
import { LazyFitCheck } from '~/features/fit/LazyFitCheck'
import { errorMessage } from '~/lib/apollo'
import { maxCompared } from '~/lib/compared'
import { useHead } from '~/lib/head'
import type { LoaderArgs } from '~/lib/loader'
import { useOptimisticView } from '~/lib/useOptimisticView'
import { useRefetchOnFocus } from '~/lib/useRefetchOnFocus'
import { ErrorState } from '~/ui/ErrorState'
import { Container } from '~/ui/Layout'
import { AddProduct } from './AddProduct'
import { comparisonPath, readComparison } from './address'
import { CompareChoicesDocument, CompareDocument } from './Compare.gen'
import { ComparisonSkeleton } from './ComparisonSkeleton'
import { EmptyComparison } from './EmptyComparison'
import { SideBySide } from './SideBySide'

const CompareNotes = lazy(() => import('./CompareNotes'))

export const loader = ({ request }: LoaderArgs) => {
  const { ids } = readComparison(new URL(request.url).searchParams)
  return [
    { query: CompareChoicesDocument },
    { query: CompareDocument, variables: { ids }, skip: ids.length === 0 },
  ] as const
}

/** Compares up to three products; products and row filter are kept in the address. */
export default function ComparePage() {
  const [params] = useSearchParams()
  const { cut, ...asked } = readComparison(params)
  useHead({
    ...pages.compare,
    canonical: comparisonPath({ ids: asked.ids, onlyDifferences: false }),
  })
  const [comparison, show] = useOptimisticView(asked, comparisonPath)
  const { ids } = comparison
  const [fit, setFit] = useState<ReactNode>(null)
  const [ofChoices, ofCompared] = useLoaderData<ReturnType<typeof loader>>()
  const choices = useQuery(ofChoices.query)
  const { data, previousData, error: failure, refetch } = useQuery(ofCompared.query, ofCompared)
  useRefetchOnFocus(ofCompared)
  const error = (!data && failure) || (!choices.data && choices.error)

  // Existing columns stay while another one loads.
  const known = new Map((data ?? previousData)?.productsByIds.flatMap((p) => (p ? [[p.id, p]] : [])))
  const products = ids.flatMap((id) => known.get(id) ?? [])
  // The data belongs to the address, which lags behind a choice.
  const unknown = data ? ids.filter((id) => asked.ids.includes(id) && !known.has(id)) : []
  const nodes = choices.data?.products.nodes
  const remove = (id: string) => show(({ ids }) => ({ ids: ids.filter((other) => other !== id) }))
  const slot = nodes && ids.length < maxCompared && (
    <AddProduct choices={nodes} taken={ids} onAdd={(id) => show(({ ids }) => ({ ids: [...ids, id] }))} />
  )

  return (
    <Container className="pt-10 pb-section md:pt-14">
      <h1>Compare products</h1>
      <p className="mt-4 max-w-prose text-lead text-muted">
        Compare up to three products. Share the link with your team.
      </p>
      <div className="mt-8">
        {(cut || unknown.length > 0) && (
          <Suspense>
            <CompareNotes cut={cut} unknown={unknown} onRemove={remove} />
          </Suspense>
        )}
        {error ? (
          <ErrorState
            title="Couldn't load the comparison"
            message={errorMessage(error)}
            onRetry={() => {
              if (failure) refetch()
              if (choices.error) choices.refetch()
            }}
          />
        ) : products.length > 0 ? (
          <>
            <SideBySide
              products={products}
              onlyDifferences={comparison.onlyDifferences}
              slot={slot}
              fit={fit}
              loading={!data}
              onRemove={remove}
              onOnlyDifferences={(onlyDifferences) => show({ onlyDifferences })}
            />
            <LiveProducts ids={products.map(({ id }) => id)} />
            <LazyFitCheck productIds={products.map(({ id }) => id)} onSummary={setFit} />
          </>
        ) : nodes && (ids.length === 0 || data) ? (
          <EmptyComparison choices={nodes} slot={slot} />
        ) : (
          <ComparisonSkeleton columns={ids.length || 2} />
        )}
      </div>
    </Container>
  )
}
