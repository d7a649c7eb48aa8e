import type { FragmentType } from '@apollo/client'
import { useFragment } from '@apollo/client/react'
import { paths } from '~/lib/paths'
import { DateText } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { OrderStatusLabel } from '~/ui/OrderStatusLabel'
import { FactPairs } from './FactPairs'
import { type OrderRow_OrderFragment, OrderRow_OrderFragmentDoc } from './OrderRow.gen'
import { Panel, type PanelProps } from './Panel'

type Ref = FragmentType<OrderRow_OrderFragment>

export function Orders({ orders, ...panel }: PanelProps & { orders: (Ref & { id: string })[] }) {
  return (
    <Panel
      {...panel}
      className="lg:col-span-5 xl:col-span-4 xl:col-start-9"
      title="Orders"
      empty={{ title: 'No orders yet', to: paths.products, way: 'Browse Robots' }}
    >
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </Panel>
  )
}

function OrderRow({ order }: { order: Ref }) {
  const { data, complete } = useFragment({ fragment: OrderRow_OrderFragmentDoc, from: order })
  if (!complete) return null
  return (
    <li className="border-b py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3>
          <Link to={paths.order(data.id)} className="-my-2 inline-block py-2 underline hover:text-signal">
            {data.number}
          </Link>
        </h3>
        <OrderStatusLabel status={data.status} />
      </div>
      <FactPairs
        items={[
          { label: 'Placed', value: <DateText value={data.createdAt} className="whitespace-nowrap" /> },
          { label: 'Total', value: <Money value={data.totalPrice} /> },
          { label: 'Items', value: itemsOf(data.orderItems), wide: true },
        ]}
      />
    </li>
  )
}

/** An order's items in one line: the first item, and the number of others. */
function itemsOf([first, ...others]: OrderRow_OrderFragment['orderItems']) {
  if (!first) return 'None'
  return `${first.productName} x ${first.quantity}${others.length > 0 ? ` and ${others.length} more` : ''}`
}
