import { Link } from 'react-router-dom'
import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink, link } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { Parts, When } from '~/features/admin/kit/values'
import { countryName } from '~/lib/countries'
import { paths } from '~/lib/paths'
import type { OrderSort } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Money } from '~/ui/Money'
import { AdminOrdersDocument, type AdminOrdersQuery } from './AdminOrders.gen'
import { OrderDrawer } from './OrderDrawer'
import { OrderStatusSelect } from './OrderStatusSelect'
import { useOrdersBulk } from './useOrdersBulk'

const filters = {
  q: search('Number, buyer or city'),
  status: choice('Status', orderStatuses),
  sort: sorting<OrderSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
    { value: 'total-down', label: 'Total, high to low', order: 'TOTAL_DESC' },
    { value: 'total-up', label: 'Total, low to high', order: 'TOTAL_ASC' },
  ]),
}

/** Who bought it, how to reach them and where it goes. */
const buyerOf = ({ buyer, shippingInfo: { city, country } }: AdminOrdersQuery['orders']['nodes'][number]) => [
  buyer.name,
  buyer.deleted ? 'Account deleted' : buyer.email,
  [city, countryName(country)].filter(Boolean).join(', '),
]

/** All orders: what they are worth, where they go, and how far they have come. */
export default function OrdersScreen() {
  const details = useDrawer('order')
  return (
    <ListScreen
      title="Orders"
      noun={['order', 'orders']}
      query={AdminOrdersDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      csv={{ list: 'orders', filter: ({ q, status }) => ({ search: q, status }) }}
      news={{ created: 'order.placed', changed: ['order.status_changed'] }}
      bulk={useOrdersBulk()}
      failed="Failed to load orders."
      none={{ title: 'No orders yet', message: 'New orders appear here.' }}
      columns={[
        {
          header: 'Number',
          cell: ({ id, number }) => (
            <Link to={paths.order(id)} className={`label ${link}`}>
              {number}
            </Link>
          ),
        },
        {
          header: 'Buyer',
          cut: (order) => buyerOf(order).join(', '),
          cell: (order) => {
            const [name, email, place] = buyerOf(order)
            return (
              <Parts>
                <span className="font-semibold">{name}</span>
                <span className="text-muted">{email}</span>
                <span className="text-faint">{place}</span>
              </Parts>
            )
          },
        },
        { header: 'Date', cell: ({ createdAt }) => <When value={createdAt} short /> },
        { header: 'Total', align: 'right', cell: ({ totalPrice }) => <Money value={totalPrice} /> },
        { header: 'Status', cell: (order) => <OrderStatusSelect order={order} /> },
        {
          header: 'Actions',
          cell: ({ id, number }) => <DetailsLink {...details.link(id)} name={`Details of order ${number}`} />,
        },
      ]}
    >
      <OrderDrawer id={details.id} onClose={details.close} />
    </ListScreen>
  )
}
