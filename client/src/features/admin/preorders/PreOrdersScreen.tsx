import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { Day } from '~/features/admin/kit/Day'
import { Excerpt } from '~/features/admin/kit/Excerpt'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ReplyDue } from '~/features/admin/kit/ReplyDue'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import type { Column } from '~/features/admin/kit/Table'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { NewsLine } from '~/features/admin/shell/NewsLine'
import { useNews } from '~/features/admin/shell/useNews'
import { counted } from '~/lib/counted'
import { paths } from '~/lib/paths'
import type { PreOrderSort } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { AdminPreOrdersDocument, type AdminPreOrdersQuery } from './AdminPreOrders.gen'
import { MoveDelivery } from './MoveDelivery'
import { PreOrderStatusSelect } from './PreOrderStatusSelect'
import { usePreOrdersBulk } from './usePreOrdersBulk'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to fetch pre-orders'

const names = ['q', 'status', 'sort'] as const

const sorts: Sorts<PreOrderSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  { value: 'name', label: 'Name', order: 'NAME' },
  { value: 'product', label: 'Product', order: 'PRODUCT' },
  { value: 'due', label: 'Reply due', order: 'DUE' },
]

const link = 'underline decoration-control underline-offset-4 hover:decoration-fg'

const columns: Column<AdminPreOrdersQuery['preOrders']['nodes'][number]>[] = [
  {
    header: 'Name',
    className: 'md:w-1/5',
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
    className: 'md:w-1/5',
    cell: ({ message }) => (message ? <Excerpt text={message} /> : <span className="text-faint">None</span>),
  },
  {
    header: 'Status',
    cell: (preOrder) => (
      <>
        <PreOrderStatusSelect preOrder={preOrder} />
        {preOrder.replyBy && !preOrder.repliedAt && <ReplyDue {...preOrder} />}
      </>
    ),
  },
  {
    header: 'Expected',
    cell: ({ expectedDelivery, queuePosition, awaitsAnswer, cancelledAt, confirmBy }) => (
      <>
        <Day value={expectedDelivery} />
        <span className="block label text-faint">
          {cancelledAt
            ? 'Cancelled by the customer'
            : confirmBy
              ? 'Not confirmed, not in the queue'
              : awaitsAnswer
                ? `Place ${queuePosition}, not answered`
                : queuePosition && `Place ${queuePosition}`}
        </span>
      </>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <When value={createdAt} /> },
  {
    header: 'Actions',
    cell: ({ name, phone }) => (
      <a
        href={`tel:${phone.replace(/[^+\d]/g, '')}`}
        aria-label={`Call ${name}, ${phone}`}
        className={`inline-flex min-h-11 items-center md:min-h-0 ${link}`}
      >
        {phone}
      </a>
    ),
  },
]

/** Who wants to be among the first, and how far the company is with each. */
export function Component() {
  const view = useListView(names)
  const { values, show } = view
  const search = values.q.trim()
  const status = oneOf(preOrderStatuses, values.status)
  const result = useQuery(AdminPreOrdersDocument, {
    variables: {
      filter: { search, status },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.preOrders, failed)
  const bulk = usePreOrdersBulk()
  const news = useNews({
    created: 'preorder.created',
    changed: [
      'preorder.confirmed',
      'preorder.status_changed',
      'preorder.changed',
      'preorder.date_changed',
      'preorder.date_kept',
    ],
    beginning: view.beginning,
    place: view.hrefFor({}, view.page),
    refetch: result.refetch,
  })
  return (
    <>
      <ScreenHead
        title="Pre-orders"
        count={counted(list.totalCount, 'pre-order')}
        action={
          <>
            <MoveDelivery onMoved={list.retry} />
            <ExportButton list="preorders" filter={{ search, status: status && preOrderStatuses[status] }} />
          </>
        }
      />
      <FilterBar label="Pre-orders">
        <SearchBox label="Name, company or product" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Status"
          all="All"
          options={preOrderStatuses}
          value={status ?? ''}
          onChange={(value) => show({ status: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <NewsLine news={news} counted={(count) => counted(count, 'new pre-order')} />
      <List
        caption="Pre-orders"
        columns={columns}
        list={list}
        view={view}
        fresh={news.fresh}
        bulk={bulk}
        none={{
          title: 'No pre-orders yet',
          message: 'As soon as somebody pre-orders a product, it stands here.',
        }}
      />
    </>
  )
}
