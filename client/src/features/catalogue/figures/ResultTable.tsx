import { useQuery } from '@apollo/client/react'
import { type CatalogueView, viewPath } from '~/features/catalogue/view'
import { errorMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { CheckBox } from '~/ui/CheckBox'
import { CopyButton } from '~/ui/CopyButton'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Pagination } from '~/ui/Pagination'
import { Skeleton } from '~/ui/Skeleton'
import type { ChangeView } from './FigureFilters'
import { FigureTableDocument, type FigureTableQuery } from './Finder.gen'
import { columnsOf, figuresQuery, replaceParameter, tableSortOf, tabSeparated } from './figures'
import { NoResults, ResultCount } from './ResultCount'

const rowsPerPage = 50
const lastPage = 10_000 / rowsPerPage

type Product = FigureTableQuery['products']['nodes'][number]

const textOf = (product: Product, id: string) =>
  product.attributes.find(({ attribute }) => attribute.id === id)?.text ?? ''

/** The matching products as a table of figures. */
export function ResultTable({
  view,
  chosen,
  show,
}: {
  view: CatalogueView
  chosen: CatalogueView
  show: ChangeView
}) {
  const { filter, sortBy } = figuresQuery(view)
  const order = tableSortOf(view.more)
  const byAttribute = order.by !== '' && order.by !== 'name'
  const page = Math.min(view.page, lastPage)
  const { data, previousData, loading, error, refetch } = useQuery(FigureTableDocument, {
    variables: {
      filter,
      sortBy: order.by === 'name' ? 'NAME' : sortBy,
      attribute: byAttribute ? order.by : null,
      descending: order.descending,
      offset: (page - 1) * rowsPerPage,
    },
  })
  if (error && !data)
    return (
      <ErrorState title="Couldn't load the table" message={errorMessage(error)} onRetry={() => refetch()} />
    )
  const shown = data ?? previousData
  if (!shown) return <Skeleton className="h-dvh" />
  const { attributes, products } = shown
  if (products.totalCount === 0) return <NoResults view={view} show={show} />
  const offered = attributes.filter(({ comparable, filterable }) => comparable || filterable)
  const columnsIn = (more: CatalogueView['more']) => {
    const ids = columnsOf(more)
    return offered.filter(({ id }) => ids?.includes(id) ?? true)
  }
  const columns = columnsIn(chosen.more)
  const choose = (id: string) =>
    show(
      ({ more }) => {
        const shown = columnsIn(more)
        const ids = offered.filter((one) => (one.id === id) !== shown.includes(one)).map((one) => one.id)
        return { more: replaceParameter(more, 'columns', [ids.join(',')]), page }
      },
      { replace: true },
    )
  const linkTo = (page: number) => {
    const ids = columnsOf(chosen.more)
    const more = replaceParameter(view.more, 'columns', ids ? [ids.join(',')] : [])
    return { to: viewPath({ ...view, more, page }) }
  }
  const sort = (by: string, descending: boolean) =>
    show(({ more }) => ({ more: replaceParameter(more, 'by', [`${descending ? '-' : ''}${by}`]) }))
  const sorted = (id: string) =>
    order.by === id ? (order.descending ? ('descending' as const) : ('ascending' as const)) : undefined
  const copied = () =>
    tabSeparated([
      ['Name', 'Model', ...columns.map(({ label }) => label)],
      ...products.nodes.map((product) => [
        product.name,
        product.model ?? '',
        ...columns.map(({ id }) => textOf(product, id)),
      ]),
    ])
  const pageCount = Math.min(Math.ceil(products.totalCount / rowsPerPage), lastPage)
  return (
    <section aria-labelledby="found" aria-busy={loading}>
      <ResultCount total={products.totalCount}>
        <details className="found-columns">
          <summary className="label">Columns</summary>
          <fieldset>
            <legend className="sr-only">Columns</legend>
            {offered.map(({ id, label }) => (
              <CheckBox
                key={id}
                label={label}
                checked={columns.some((column) => column.id === id)}
                onChange={() => choose(id)}
              />
            ))}
          </fieldset>
        </details>
        <CopyButton label="Copy table as tab-separated text" caption="Copy table" text={copied} />
      </ResultCount>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section aria-label="Table of products" tabIndex={0} className="found-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col" aria-sort={sorted('name')}>
                <SortButton label="Product" sorted={sorted('name')} onSort={() => sort('name', false)} />
              </th>
              {columns.map(({ id, label, kind }) => (
                <th key={id} scope="col" aria-sort={sorted(id)}>
                  {kind === 'NUMBER' ? (
                    <SortButton
                      label={label}
                      sorted={sorted(id)}
                      onSort={() => sort(id, sorted(id) === 'ascending')}
                    />
                  ) : (
                    label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.nodes.map((product) => (
              <tr key={product.id}>
                <th scope="row">
                  <Link to={paths.product(product.id)} className="hover:text-signal">
                    {product.name}
                  </Link>
                  <span className="label text-faint">{product.model}</span>
                </th>
                {columns.map(({ id }) => {
                  const text = textOf(product, id)
                  return (
                    <td key={id} className="figures">
                      {text || <span className="text-faint">–</span>}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pagination page={page} pageCount={pageCount} linkTo={linkTo} />
    </section>
  )
}

function SortButton({
  label,
  sorted,
  onSort,
}: {
  label: string
  sorted?: 'ascending' | 'descending'
  onSort: () => void
}) {
  return (
    <button type="button" onClick={onSort}>
      {label}
      <Icon
        name="chevron-down"
        className={`size-4 ${sorted === 'ascending' ? 'rotate-180' : sorted ? '' : 'text-faint'}`}
      />
    </button>
  )
}
