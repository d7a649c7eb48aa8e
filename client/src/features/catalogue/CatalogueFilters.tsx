import { Chips } from '~/ui/Chips'
import { SelectField } from '~/ui/Field'
import { SearchField } from '~/ui/SearchField'
import { type CatalogueView, categories, type Sort, sortOf, sortsFor } from './view'

/** What narrows and orders the catalogue. Typing replaces the address, every choice is a step in the history. */
export function CatalogueFilters({
  view,
  show,
}: {
  view: CatalogueView
  show: (change: Partial<CatalogueView>, options?: { replace: boolean }) => void
}) {
  return (
    <search aria-label="Catalogue" className="grid gap-6">
      <div className="grid items-end gap-x-8 gap-y-6 md:grid-cols-12">
        <div className="md:col-span-8">
          <SearchField
            label="Search products"
            placeholder="Name, model, description or tag"
            value={view.q}
            onPause={(q) => show({ q }, { replace: true })}
          />
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
