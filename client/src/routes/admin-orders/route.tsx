import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { FilterSelect } from '~/features/admin/FilterSelect'
import { Filters } from '~/features/admin/Filters'
import { List } from '~/features/admin/List'
import { listState } from '~/features/admin/listState'
import { NewsLine } from '~/features/admin/NewsLine'
import { ScreenHead } from '~/features/admin/ScreenHead'
import type { Column } from '~/features/admin/Table'
import { useDrawer } from '~/features/admin/useDrawer'
import { oneOf, useListView } from '~/features/admin/useListView'
import { useNews } from '~/features/admin/useNews'
import { When } from '~/features/admin/When'
import { countryName } from '~/lib/countries'
import { paths } from '~/lib/paths'
import { orderStatuses } from '~/lib/statuses'
import { ButtonLink } from '~/ui/Button'
import { Money } from '~/ui/Money'
import { AdminOrdersDocument, type AdminOrdersQuery } from './AdminOrders.gen'
import { OrderDrawer } from './OrderDrawer'
import { OrderStatusSelect } from './OrderStatusSelect'

const failed = 'Failed to load orders.'

const names = ['status'] as const

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
      cell: ({ shippingInfo: { city, country } }) => (
        <span className="wrap-anywhere">
          {city}, {countryName(country)}
        </span>
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
  const details = useDrawer('order')
  const status = oneOf(orderStatuses, view.values.status)
  const result = useQuery(AdminOrdersDocument, {
    variables: { status, ...view.paging },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.orders, failed)
  const news = useNews({
    created: 'order.placed',
    changed: 'order.status_changed',
    beginning: !view.narrowed && !view.beyond,
    place: view.hrefFor({}, view.page),
    refetch: result.refetch,
  })
  return (
    <>
      <ScreenHead title="Orders" count={counted(list.totalCount)} />
      <Filters label="Orders">
        <FilterSelect
          label="Status"
          all="All"
          options={orderStatuses}
          value={status ?? ''}
          onChange={(value) => view.show({ status: value })}
        />
      </Filters>
      <NewsLine news={news} counted={(count) => `${count} new ${count === 1 ? 'order' : 'orders'}`} />
      <List
        caption="Orders"
        columns={columns(details)}
        list={list}
        view={view}
        fresh={news.fresh}
        none={{ title: 'No orders yet', message: 'As soon as somebody orders, it stands here.' }}
      />
      <OrderDrawer id={details.id} onClose={details.close} />
    </>
  )
}

const counted = (total?: number) =>
  total === undefined ? undefined : `${total} ${total === 1 ? 'order' : 'orders'}`
