import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { Excerpt } from '~/features/admin/Excerpt'
import { FilterSelect } from '~/features/admin/FilterSelect'
import { Filters } from '~/features/admin/Filters'
import { List } from '~/features/admin/List'
import { listState } from '~/features/admin/listState'
import { NewsLine } from '~/features/admin/NewsLine'
import { ScreenHead } from '~/features/admin/ScreenHead'
import type { Column } from '~/features/admin/Table'
import { oneOf, useListView } from '~/features/admin/useListView'
import { useNews } from '~/features/admin/useNews'
import { When } from '~/features/admin/When'
import { paths } from '~/lib/paths'
import { preOrderStatuses } from '~/lib/statuses'
import { AdminPreOrdersDocument, type AdminPreOrdersQuery } from './AdminPreOrders.gen'
import { PreOrderStatusSelect } from './PreOrderStatusSelect'

/** Spec 8. */
const failed = 'Failed to fetch pre-orders'

const names = ['status'] as const

const link = 'underline decoration-control underline-offset-4 hover:decoration-fg'

const columns: Column<AdminPreOrdersQuery['preOrders']['nodes'][number]>[] = [
  {
    header: 'Name',
    cell: ({ name, company }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>
        {company && <span className="block text-faint wrap-anywhere">{company}</span>}
      </>
    ),
  },
  {
    header: 'Email',
    cell: ({ email }) => (
      <a
        href={`mailto:${email}`}
        className={`inline-flex min-h-11 items-center wrap-anywhere md:min-w-36 ${link}`}
      >
        {email}
      </a>
    ),
  },
  {
    header: 'Product',
    cell: ({ product, productName, quantity }) => (
      <>
        {product ? (
          <Link to={paths.product(product.id)} className={link}>
            {productName}
          </Link>
        ) : (
          productName
        )}
        <span className="label whitespace-nowrap text-muted">{` x ${quantity}`}</span>
      </>
    ),
  },
  {
    header: 'Message',
    className: 'md:w-1/4',
    cell: ({ message }) => (message ? <Excerpt text={message} /> : <span className="text-faint">None</span>),
  },
  { header: 'Status', cell: (preOrder) => <PreOrderStatusSelect preOrder={preOrder} /> },
  { header: 'Created', cell: ({ createdAt }) => <When value={createdAt} /> },
  {
    header: 'Actions',
    cell: ({ name, phone }) => (
      <a
        href={`tel:${phone.replace(/[^+\d]/g, '')}`}
        aria-label={`Call ${name}, ${phone}`}
        title={phone}
        className={`inline-flex min-h-11 items-center ${link}`}
      >
        Call
      </a>
    ),
  },
]

/** Who wants to be among the first, and how far the company is with each (spec 2, admin screens). */
export function Component() {
  const view = useListView(names)
  const status = oneOf(preOrderStatuses, view.values.status)
  const result = useQuery(AdminPreOrdersDocument, {
    variables: { status, ...view.paging },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.preOrders, failed)
  const news = useNews({
    created: 'preorder.created',
    changed: 'preorder.status_changed',
    beginning: !view.narrowed && !view.beyond,
    place: view.hrefFor({}, view.page),
    refetch: result.refetch,
  })
  return (
    <>
      <ScreenHead title="Pre-orders" count={counted(list.totalCount)} />
      <Filters label="Pre-orders">
        <FilterSelect
          label="Status"
          all="All"
          options={preOrderStatuses}
          value={status ?? ''}
          onChange={(value) => view.show({ status: value })}
        />
      </Filters>
      <NewsLine news={news} counted={(count) => `${count} new ${count === 1 ? 'pre-order' : 'pre-orders'}`} />
      <List
        caption="Pre-orders"
        columns={columns}
        list={list}
        view={view}
        fresh={news.fresh}
        none={{
          title: 'No pre-orders yet',
          message: 'As soon as somebody pre-orders a product, it stands here.',
        }}
      />
    </>
  )
}

const counted = (total?: number) =>
  total === undefined ? undefined : `${total} ${total === 1 ? 'pre-order' : 'pre-orders'}`
