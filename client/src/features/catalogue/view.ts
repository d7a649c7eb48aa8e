import { maxCompared, readIds } from '~/lib/compared'
import type { ProductSort } from '~/lib/schema.gen'
import { settings } from '~/lib/settings'

/** Products per page. */
export const cataloguePageSize = 12

/** The category chips; they match products whose category contains the value. */
export const categories = () => [{ value: '', label: 'All Products' }, ...(settings().filters ?? [])]

/**
 * Sort orders by their names in the address. The first one needs a search text and is then the default; otherwise the
 * second one is.
 */
const sorts = [
  { value: 'best', label: 'Best match', sortBy: 'RELEVANCE' },
  { value: 'newest', label: 'Newest', sortBy: 'CREATED_AT' },
  { value: 'price-up', label: 'Price, low to high', sortBy: 'PRICE_ASC' },
  { value: 'price-down', label: 'Price, high to low', sortBy: 'PRICE_DESC' },
  { value: 'name', label: 'Name', sortBy: 'NAME' },
  { value: 'rating', label: 'Rating', sortBy: 'RATING' },
] as const satisfies { value: string; label: string; sortBy: ProductSort }[]

export type Sort = (typeof sorts)[number]['value']

const [, ...sortsWithoutText] = sorts

/** The sort orders available for a search text, the default first. */
export const sortsFor = (q: string) => (q.trim() ? sorts : sortsWithoutText)

/** The server accepts offsets up to 10000. */
export const lastPage = Math.floor(10_000 / cataloguePageSize)

/**
 * The state of /products, which is kept in the address. `sort` is null for the default, `compare` holds the products
 * chosen for a comparison.
 */
export type CatalogueView = {
  category: string
  q: string
  sort: Sort | null
  page: number
  compare: string[]
  /** Parameters of the figure filters, whose code loads later (figures/figures.ts). */
  more: [string, string][]
}

/** Reads the view from an address; missing and invalid parameters take their defaults. Must agree with web/view.go. */
export function readView(params: URLSearchParams): CatalogueView {
  const given = params.get('page') ?? ''
  const page = /^[1-9]\d*$/.test(given) ? Number(given) : 1
  return {
    category: params.get('category')?.trim().toLowerCase() ?? '',
    q: params.get('q') ?? '',
    sort: sorts.find(({ value }) => value === params.get('sort'))?.value ?? null,
    page: page <= lastPage ? page : 1,
    compare: readIds(params.get('compare')).slice(0, maxCompared),
    more: [...params].filter(([name]) => /^(figure|view|by|columns)$/.test(name)),
  }
}

/** The sort order of a view. */
export const sortOf = ({ q, sort }: Pick<CatalogueView, 'q' | 'sort'>) =>
  sortsFor(q).find(({ value }) => value === sort) ?? sortsFor(q)[0]

/** The address of a view within /products, without defaults. Commas need no escape in a query. */
export function viewPath(view: CatalogueView): string {
  const { category, q, page, compare } = view
  const sort = sortOf(view)
  const params = new URLSearchParams(view.more)
  if (category) params.set('category', category)
  if (q) params.set('q', q)
  if (sort !== sortsFor(q)[0]) params.set('sort', sort.value)
  if (page > 1) params.set('page', String(page))
  if (compare.length > 0) params.set('compare', compare.join(','))
  return `?${params}`.replaceAll('%2C', ',')
}

/** The head for a view. Sort order and comparison don't change its canonical address. */
export function headOf(view: CatalogueView) {
  const { category, q, more } = view
  const listed = [...categories(), ...(settings().footerCategories ?? [])].some(
    ({ value }) => value === category,
  )
  return {
    canonical: `/products${viewPath({ ...view, sort: null, compare: [], more: [] })}`.replace(/\?$/, ''),
    robots: listed && !q && !more[0] ? undefined : 'noindex, follow',
  }
}

/** The variables of the Catalogue query for a view. */
export function queryOf({ category, q, sort, page }: Omit<CatalogueView, 'compare' | 'more'>) {
  return {
    filter: { category, search: q.trim() },
    sortBy: sortOf({ q, sort }).sortBy,
    first: cataloguePageSize,
    offset: (page - 1) * cataloguePageSize,
  }
}

/** The active filters in words, such as `category “domestic” and search “arm”`; empty without filters. */
export function describeFilters({ category, q }: CatalogueView): string {
  const name = categories().find(({ value }) => value === category)?.label ?? category
  return [category && `category “${name}”`, q.trim() && `search “${q.trim()}”`].filter(Boolean).join(' and ')
}
