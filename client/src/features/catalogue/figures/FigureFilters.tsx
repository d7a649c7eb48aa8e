import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import type { CatalogueView } from '~/features/catalogue/view'
import { errorMessage } from '~/lib/apollo'
import type { Change } from '~/lib/useOptimisticView'
import { Button } from '~/ui/Button'
import { Chips } from '~/ui/Chips'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { ActiveFigures } from './ActiveFigures'
import { FacetPanel } from './FacetPanel'
import { FacetsDocument } from './Finder.gen'
import { ResultList } from './ResultList'
import { ResultTable } from './ResultTable'
import './finder.css'
import {
  conditionsOf,
  figuresQuery,
  fitsProduct,
  type ListLayout,
  layoutOf,
  layouts,
  replaceParameter,
} from './figures'

const remembered = 'catalogueView'

/** Matches search texts that may state a figure, or a sort order such as “lightest”. */
const statesFigures = /\d|stock|available|est\b|expensive/i

const wide = () => window.matchMedia('(min-width: 64rem)').matches

export type ChangeView = (change: Change<CatalogueView>, options?: { replace: boolean }) => void

/**
 * Filters by figures, and the choice of the list's layout, which is remembered in this browser. Shows the results
 * itself when a filter or another layout than sheets is active.
 */
export default function FigureFilters({
  view,
  chosen,
  show,
}: {
  view: CatalogueView
  chosen: CatalogueView
  show: ChangeView
}) {
  const [open, setOpen] = useState(false)
  const form = layoutOf(chosen.more)
  const conditions = conditionsOf(chosen.more)
  const fits = fitsProduct(view.more)
  const inDialog = open && !wide()
  const used = conditionsOf(view.more).length > 0 || statesFigures.test(view.q)
  const { filter, sortBy } = figuresQuery(view)
  const facets = useQuery(FacetsDocument, {
    variables: { filter, sortBy, fits: fits ?? '', fitting: fits !== undefined },
    skip: !open && !used,
  })
  const data = facets.data ?? facets.previousData
  const failed = facets.error && !facets.data

  const pick = (form: ListLayout) => {
    try {
      localStorage.setItem(remembered, form)
    } catch {
      // Without storage, only the address keeps it.
    }
    show(({ more }) => ({
      more: replaceParameter(more, 'view', form === 'sheets' ? [] : [form]).filter(
        ([name]) => form === 'table' || (name !== 'by' && name !== 'columns'),
      ),
    }))
  }
  // Applies the remembered layout to an address without one, which is a first visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    let last: string | null = null
    try {
      last = localStorage.getItem(remembered)
    } catch {}
    if (form === 'sheets' && (last === 'grid' || last === 'table'))
      show(({ more, page }) => ({ more: replaceParameter(more, 'view', [last]), page }), { replace: true })
  }, [])

  const panel = (
    <FacetPanel
      facets={data?.productFacets ?? []}
      loading={facets.loading}
      error={failed ? errorMessage(facets.error, "Couldn't load the filters.") : undefined}
      onRetry={() => facets.refetch()}
      more={chosen.more}
      total={data?.products.totalCount}
      show={show}
    />
  )
  return (
    <div className="mb-4">
      {/* Styled by the main stylesheet: a rendered page shows it before finder.css has loaded. */}
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <Button
          size="sm"
          aria-expanded={open}
          aria-controls="figures"
          className="finder-open"
          onClick={() => setOpen(!open)}
        >
          <Icon name="ruler" className="size-4" />
          Filter by figures
          {conditions.length > 0 && <span className="finder-count">{conditions.length}</span>}
        </Button>
        <Chips label="View" options={[...layouts]} value={form} onChange={pick} />
      </div>
      <ActiveFigures
        conditions={conditions}
        facets={data?.productFacets ?? []}
        understood={statesFigures.test(view.q) ? (data?.products.understood ?? []) : []}
        fitted={data?.product?.name}
        chosen={chosen}
        show={show}
      />
      <div id="figures" hidden={!open || inDialog}>
        {open && !inDialog && panel}
      </div>
      <Dialog open={inDialog} onClose={() => setOpen(false)} title="Filter by figures" place="side">
        {panel}
        <div className="finder-done">
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show products
          </Button>
        </div>
      </Dialog>
      {view.more[0] &&
        (layoutOf(view.more) === 'table' ? (
          <ResultTable view={view} chosen={chosen} show={show} />
        ) : (
          <ResultList view={view} compared={chosen.compare} show={show} />
        ))}
    </div>
  )
}
