import { Link } from 'react-router-dom'
import { link, MailLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { Due } from '~/features/admin/kit/ReplyDue'
import { Day, Excerpt, Parts, When } from '~/features/admin/kit/values'
import { paths } from '~/lib/paths'
import type { PreOrderSort } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { AdminPreOrdersDocument, type AdminPreOrdersQuery } from './AdminPreOrders.gen'
import { MoveDelivery } from './MoveDelivery'
import { PreOrderStatusSelect } from './PreOrderStatusSelect'
import { usePreOrdersBulk } from './usePreOrdersBulk'

const filters = {
  q: search('Name, company or product'),
  status: choice('Status', preOrderStatuses),
  sort: sorting<PreOrderSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
    { value: 'name', label: 'Name', order: 'NAME' },
    { value: 'product', label: 'Product', order: 'PRODUCT' },
    { value: 'due', label: 'Reply due', order: 'DUE' },
  ]),
}

const news = {
  created: 'preorder.created',
  changed: [
    'preorder.confirmed',
    'preorder.status_changed',
    'preorder.changed',
    'preorder.date_changed',
    'preorder.date_kept',
  ],
}

type PreOrder = AdminPreOrdersQuery['preOrders']['nodes'][number]

function placeOf({ queuePosition, awaitsAnswer, cancelledAt, confirmBy }: PreOrder): string {
  if (cancelledAt) return 'Cancelled by the customer'
  if (confirmBy) return 'Not confirmed, not in the queue'
  if (!queuePosition) return ''
  return awaitsAnswer ? `Place ${queuePosition}, not answered` : `Place ${queuePosition}`
}

/** Who wants to be among the first, and how far the company is with each. */
export default function PreOrdersScreen() {
  return (
    <ListScreen
      title="Pre-orders"
      noun={['pre-order', 'pre-orders']}
      query={AdminPreOrdersDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      csv={{
        list: 'preorders',
        filter: ({ q, status }) => ({ search: q, status: status && preOrderStatuses[status] }),
      }}
      news={news}
      bulk={usePreOrdersBulk()}
      failed="Failed to fetch pre-orders"
      none={{
        title: 'No pre-orders yet',
        message: 'As soon as somebody pre-orders a product, it stands here.',
      }}
      action={({ retry }) => <MoveDelivery onMoved={retry} />}
      columns={[
        {
          header: 'Name',
          className: '[--min:5rem]',
          cut: ({ name, company }) => [name, company].filter(Boolean).join(', '),
          cell: ({ name, company }) => (
            <Parts>
              <span className="font-semibold wrap-anywhere">{name}</span>
              {company && <span className="text-faint wrap-anywhere">{company}</span>}
            </Parts>
          ),
        },
        {
          header: 'Email',
          className: '[--min:9.5rem]',
          cut: ({ email }) => email,
          cell: ({ email }) => <MailLink email={email} />,
        },
        {
          header: 'Product',
          className: '[--min:7.75rem]',
          cut: ({ productName, quantity }) => `${productName} x ${quantity}`,
          cell: ({ product, productName, quantity }) => (
            <div className="items-baseline md:flex">
              {product ? (
                <Link to={paths.product(product.id)} className={`md:truncate ${link}`}>
                  {productName}
                </Link>
              ) : (
                <span className="md:truncate">{productName}</span>
              )}
              <span className="label whitespace-pre text-muted">{` x ${quantity}`}</span>
            </div>
          ),
        },
        {
          header: 'Message',
          className: '[--min:4.25rem]',
          cut: ({ message }) => message ?? '',
          cell: ({ message }) =>
            message ? <Excerpt text={message} /> : <span className="text-faint">None</span>,
        },
        { header: 'Status', cell: (preOrder) => <PreOrderStatusSelect preOrder={preOrder} /> },
        {
          header: 'Expected',
          className: '[--min:5.25rem]',
          cut: placeOf,
          cell: (preOrder) => (
            <div className="items-baseline gap-x-2 md:flex">
              <Day value={preOrder.expectedDelivery} />
              <span className="label block text-faint md:truncate">{placeOf(preOrder)}</span>
            </div>
          ),
        },
        {
          header: 'Created',
          className: '[--min:8rem]',
          cut: () => '',
          cell: ({ createdAt, replyBy, repliedAt }) => (
            <Parts>
              {replyBy && !repliedAt && <Due at={replyBy} />}
              <When value={createdAt} short />
            </Parts>
          ),
        },
        {
          header: 'Actions',
          cell: ({ name, phone }) => (
            <a
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              aria-label={`Call ${name}, ${phone}`}
              className={link}
            >
              {phone}
            </a>
          ),
        },
      ]}
    />
  )
}
