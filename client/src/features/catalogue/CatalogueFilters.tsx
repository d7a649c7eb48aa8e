import { useCallback, useId } from 'react'
import { Chips } from '~/ui/Chips'
import { SelectField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { useSearchText } from '~/ui/useSearchText'
import { type CatalogueView, categories, type Sort, sortOf, sortsFor } from './view'

/** What narrows and orders the catalogue. Typing replaces the address, every choice is a step in the history. */
export function CatalogueFilters({
  view,
  show,
}: {
  view: CatalogueView
  show: (change: Partial<CatalogueView>, options?: { replace: boolean }) => void
}) {
  const id = useId()
  const search = useCallback((q: string) => show({ q }, { replace: true }), [show])
  const [text, setText] = useSearchText(view.q, search)
  return (
    <search aria-label="Catalogue" className="grid gap-6">
      <div className="grid items-end gap-x-8 gap-y-6 md:grid-cols-12">
        <div className="grid gap-2 md:col-span-8">
          <label htmlFor={id} className="label text-muted">
            Search products
          </label>
          <div className="relative">
            <Icon name="search" className="pointer-events-none absolute top-3.5 left-4 size-5 text-faint" />
            <input
              id={id}
              type="search"
              value={text}
              maxLength={200}
              placeholder="Name, model, description or tag"
              onChange={(event) => setText(event.target.value)}
              className="min-h-12 w-full rounded-plate border border-control bg-plate pr-4 pl-12 text-body transition-colors hover:border-muted focus:border-fg"
            />
          </div>
        </div>
        <div className="md:col-span-4">
          <SelectField
            label="Sort by"
            required
            value={sortOf(view).value}
            onChange={(event) => show({ sort: event.target.value as Sort })}
          >
            {sortsFor(view.q).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <Chips
        label="Category"
        options={categories}
        value={view.category}
        onChange={(category) => show({ category })}
      />
    </search>
  )
}
