import type { CatalogueView } from '~/features/catalogue/view'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { Facet } from './Facet'
import type { ChangeView } from './FigureFilters'
import type { FacetsQuery } from './Finder.gen'
import { conditionsOf, withCondition } from './figures'

/** All facets of the list. */
export function FacetPanel({
  facets,
  loading,
  error,
  onRetry,
  more,
  total,
  show,
}: {
  facets: FacetsQuery['productFacets']
  loading: boolean
  error?: string
  onRetry: () => void
  more: CatalogueView['more']
  total?: number
  show: ChangeView
}) {
  const conditions = conditionsOf(more)
  return (
    <section aria-label="Filters by figures" aria-busy={loading} className="facets">
      {error && (
        <p role="alert" className="facets-error">
          {error}
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
      <p role="status" className="label text-muted">
        {error ? '' : total === undefined ? 'Loading…' : countLabel(total, 'product')}
      </p>
      <div className="facets-grid">
        {facets.map((facet) => (
          <Facet
            key={facet.attribute.id}
            facet={facet}
            condition={conditions.find(({ attribute }) => attribute === facet.attribute.id)}
            onChange={(condition) =>
              show(({ more }) => ({ more: withCondition(more, facet.attribute.id, condition) }), {
                replace: true,
              })
            }
          />
        ))}
      </div>
    </section>
  )
}
