import type { ReactNode } from 'react'
import type { CatalogueView } from '~/features/catalogue/view'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import type { ChangeView } from './FigureFilters'
import { conditionsOf, replaceParameter, withCondition } from './figures'

/** The number of matching products. */
export function ResultCount({ total, children }: { total: number; children?: ReactNode }) {
  return (
    <div className="found-head">
      <h2 id="found">Products</h2>
      <p role="status" className="label text-muted">
        {countLabel(total, 'product')}
      </p>
      {children}
    </div>
  )
}

/** Shown when no product matches, with buttons that remove conditions. */
export function NoResults({ view, show }: { view: CatalogueView; show: ChangeView }) {
  const last = conditionsOf(view.more).at(-1)?.attribute
  return (
    <EmptyState
      title="No products found"
      message="No product has all of these figures. Remove the last one, or clear all filters."
      action={
        <div className="finder-bar">
          {last && (
            <Button onClick={() => show(({ more }) => ({ more: withCondition(more, last, null) }))}>
              Remove the last figure
            </Button>
          )}
          <Button
            variant="ghost"
            onClick={() =>
              show(({ more }) => ({ category: '', q: '', more: replaceParameter(more, 'figure', []) }))
            }
          >
            Clear filters
          </Button>
        </div>
      }
    />
  )
}
