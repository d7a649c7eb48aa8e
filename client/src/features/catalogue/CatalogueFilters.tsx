import { useCallback, useId } from 'react'
import { Chips } from '~/ui/Chips'
import { inputStyles } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { useDebouncedSearch } from '~/ui/useDebouncedSearch'
import { type CatalogueView, categories, type Sort, sortOf, sortsFor } from './view'

// The field is in view, so focusing it must not scroll.
const control = `${inputStyles} h-11 w-full text-small min-[88rem]:-scroll-mt-36`

/**
 * Search, category and sort order of the catalogue in a sticky line; on small screens only its second line, the
 * categories, is sticky. Typing replaces the history entry, every other change adds one.
 */
export function CatalogueFilters({
  view,
  show,
}: {
  view: CatalogueView
  show: (change: Partial<CatalogueView>, options?: { replace: boolean }) => void
}) {
  const id = useId()
  const search = useCallback((q: string) => show({ q }, { replace: true }), [show])
  const [text, setText] = useDebouncedSearch(view.q, search)
  return (
    <search
      aria-label="Catalogue"
      className="sticky top-2 z-30 border-y bg-ground lg:top-4 min-[88rem]:top-18 print:hidden"
    >
      <div className="shell grid grid-cols-[1fr_11rem] items-center gap-x-4 gap-y-3 py-1.5 min-[88rem]:grid-cols-[14rem_1fr_11rem]">
        <div className="relative">
          <label htmlFor={id} className="sr-only">
            Search products
          </label>
          <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-faint" />
          <input
            id={id}
            type="search"
            value={text}
            maxLength={200}
            placeholder="Search"
            onChange={(event) => setText(event.target.value)}
            className={`${control} pr-3 pl-11`}
          />
        </div>
        <div className="relative min-[88rem]:order-1">
          <select
            aria-label="Sort by"
            value={sortOf(view).value}
            onChange={(event) => show({ sort: event.target.value as Sort })}
            className={`${control} appearance-none pr-10 pl-3`}
          >
            {sortsFor(view.q).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-3 right-3 size-5 text-muted"
          />
        </div>
        <div className="col-span-full min-w-0 min-[88rem]:col-span-1 [&_*]:-scroll-mt-36">
          {categories().length > 1 && (
            <Chips
              scroll
              label="Category"
              options={categories()}
              value={view.category}
              onChange={(category) => show({ category })}
            />
          )}
        </div>
      </div>
    </search>
  )
}
