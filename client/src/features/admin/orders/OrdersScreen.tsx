import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink, link } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { When } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import { unsigned } from '~/features/order/unsigned'
import { countryName } from '~/lib/countries'
import type { OrderSort } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'
import { Link } from '~/ui/Link'
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

type Order = AdminOrdersQuery['orders']['nodes'][number]

const emailOf = ({ buyer }: Order) => (buyer.deleted ? 'Account deleted' : buyer.email)

const placeOf = ({ shippingInfo: { city, country } }: Order) =>
  [city, countryName(country)].filter(Boolean).join(', ')

/** The total and, once an order no longer waits for its payment, what is open. */
function Sums({ order: { totalPrice, openAmount, status } }: { order: Order }) {
  const open = status === 'PENDING_PAYMENT' ? 0 : Number(openAmount.amount)
  return (
    <>
      <Money value={totalPrice} />
      {open !== 0 && (
        <span className="block text-warn">
          <Money value={unsigned(openAmount)} />
          {open > 0 ? ' open' : ' to return'}
        </span>
      )}
    </>
  )
}

/** All orders: what they are worth, where they go, and how far they have come. */
export default function OrdersScreen() {
  const details = useDrawer('order')
  const bulk = useOrdersBulk()
  const may = useMay()
  return (
    <ListScreen
      title="Orders"
      noun={['order', 'orders']}
      query={AdminOrdersDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      file={{ list: 'orders', filter: ({ q, status }) => ({ search: q, status }) }}
      news={{
        created: 'order.placed',
        changed: [
          'order.status_changed',
          'order.address_changed',
          'order.shipment_changed',
          'order.payments_changed',
        ],
      }}
      bulk={may('WRITE_ORDERS') ? bulk : undefined}
      failed="Failed to load orders."
      none={{ title: 'No orders yet', message: 'New orders appear here.' }}
      columns={[
        {
          header: 'Number',
          cell: ({ id, number }) => (
            <Link {...details.link(id)} className={`label ${link}`}>
              {number}
            </Link>
          ),
        },
        {
          header: 'Buyer',
          className: '[--min:7rem]',
          cut: ({ buyer }) => buyer.name,
          cell: ({ buyer }) => <span className="font-semibold wrap-anywhere">{buyer.name}</span>,
        },
        {
          header: 'Email',
          wide: true,
          className: '[--min:13rem]',
          cut: emailOf,
          cell: (order) => <span className="text-muted wrap-anywhere">{emailOf(order)}</span>,
        },
        {
          header: 'Ship to',
          wide: true,
          className: '[--min:6rem]',
          cut: placeOf,
          cell: (order) => <span className="text-muted">{placeOf(order)}</span>,
        },
        { header: 'Date', cell: ({ createdAt }) => <When value={createdAt} short /> },
        { header: 'Total', align: 'right', cell: (order) => <Sums order={order} /> },
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
