import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import type { Column } from '~/features/admin/kit/Table'
import { useDrawer } from '~/features/admin/kit/useDrawer'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { NewsLine } from '~/features/admin/shell/NewsLine'
import { useNews } from '~/features/admin/shell/useNews'
import { counted } from '~/lib/counted'
import { countryName } from '~/lib/countries'
import { paths } from '~/lib/paths'
import type { OrderSort } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { ButtonLink } from '~/ui/Button'
import { Money } from '~/ui/Money'
import { AdminOrdersDocument, type AdminOrdersQuery } from './AdminOrders.gen'
import { OrderDrawer } from './OrderDrawer'
import { OrderStatusSelect } from './OrderStatusSelect'
import { useOrdersBulk } from './useOrdersBulk'

const failed = 'Failed to load orders.'

const names = ['q', 'status', 'sort'] as const

const sorts: Sorts<OrderSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  { value: 'total-down', label: 'Total, high to low', order: 'TOTAL_DESC' },
  { value: 'total-up', label: 'Total, low to high', order: 'TOTAL_ASC' },
]

function columns(
  details: ReturnType<typeof useDrawer>,
): Column<AdminOrdersQuery['orders']['nodes'][number]>[] {
  return [
    {
      header: 'Number',
      cell: ({ id, number }) => (
        <Link
          to={paths.order(id)}
          className="label inline-flex min-h-11 items-center whitespace-nowrap underline decoration-control underline-offset-4 hover:decoration-fg"
        >
          {number}
        </Link>
      ),
    },
    {
      header: 'Buyer',
      cell: ({ buyer, shippingInfo: { city, country } }) => (
        <div className="wrap-anywhere md:py-2">
          <span className="font-semibold">{buyer.name}</span>
          <span className="block text-muted">{buyer.deleted ? 'Account deleted' : buyer.email}</span>
          <span className="block text-faint">
            {city && `${city}, `}
            {countryName(country)}
          </span>
        </div>
      ),
    },
    { header: 'Date', cell: ({ createdAt }) => <When value={createdAt} /> },
    { header: 'Total', align: 'right', cell: ({ totalPrice }) => <Money value={totalPrice} /> },
    { header: 'Status', cell: (order) => <OrderStatusSelect order={order} /> },
    {
      header: 'Actions',
      cell: ({ id, number }) => (
        <ButtonLink
          {...details.link(id)}
          variant="ghost"
          size="sm"
          aria-label={`Details of order ${number}`}
          className="-mx-4"
        >
          Details
        </ButtonLink>
      ),
    },
  ]
}

/** Everything that was bought: what it is worth, where it goes, and how far it has come. */
export function Component() {
  const view = useListView(names)
  const { values, show } = view
  const details = useDrawer('order')
  const filter = { search: values.q.trim(), status: oneOf(orderStatuses, values.status) }
  const result = useQuery(AdminOrdersDocument, {
    variables: { filter, sort: sortOf(sorts, values.sort).order, ...view.paging },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.orders, failed)
  const bulk = useOrdersBulk()
  const news = useNews({
    created: 'order.placed',
    changed: ['order.status_changed'],
    beginning: view.beginning,
    place: view.hrefFor({}, view.page),
    refetch: result.refetch,
  })
  return (
    <>
      <ScreenHead
        title="Orders"
        count={counted(list.totalCount, 'order')}
        action={<ExportButton list="orders" filter={filter} />}
      />
      <FilterBar label="Orders">
        <SearchBox label="Number, buyer or city" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Status"
          all="All"
          options={orderStatuses}
          value={filter.status ?? ''}
          onChange={(value) => show({ status: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <NewsLine news={news} counted={(count) => counted(count, 'new order')} />
      <List
        caption="Orders"
        columns={columns(details)}
        list={list}
        view={view}
        fresh={news.fresh}
        bulk={bulk}
        none={{ title: 'No orders yet', message: 'As soon as somebody orders, it stands here.' }}
      />
      <OrderDrawer id={details.id} onClose={details.close} />
    </>
  )
}
