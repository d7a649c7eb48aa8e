import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink, link, MailLink, ProductLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { ReplyDue, ReplyState } from '~/features/admin/kit/ReplyDue'
import { RowDrawer } from '~/features/admin/kit/RowDrawer'
import { Fact, Line, Parts, When, Written } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import type { PreOrderSort } from '~/lib/schema.gen'
import { preOrderStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import { Day } from '~/ui/DateText'
import { Link } from '~/ui/Link'
import { AdminPreOrdersDocument, type AdminPreOrdersQuery } from './AdminPreOrders.gen'
import { MoveDelivery } from './MoveDelivery'
import { PreOrderStatusSelect } from './PreOrderStatusSelect'
import { usePreOrdersBulk } from './usePreOrdersBulk'

const filters = {
  q: search('Name, company or product'),
  status: choice('Status', preOrderStatuses),
  confirmed: choice('Confirmation', { yes: 'Confirmed', no: 'Not confirmed' }),
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
  if (cancelledAt) return 'Cancelled by customer'
  if (confirmBy) return 'Not confirmed'
  if (!queuePosition) return ''
  return awaitsAnswer ? `Place ${queuePosition}, awaiting customer` : `Place ${queuePosition}`
}

/** The pre-orders with their status. */
export default function PreOrdersScreen() {
  const details = useDrawer('preorder')
  const bulk = usePreOrdersBulk()
  const writes = useMay()('WRITE_PREORDERS')
  return (
    <ListScreen
      title="Pre-orders"
      noun={['pre-order', 'pre-orders']}
      query={AdminPreOrdersDocument}
      filters={filters}
      variables={({ q, status, confirmed, sort }) => ({
        filter: { search: q, status, confirmed: confirmed && confirmed === 'yes' },
        sort,
      })}
      file={{
        list: 'preorders',
        filter: ({ q, status, confirmed }) => ({
          search: q,
          status: status && preOrderStatuses[status],
          confirmed: confirmed && confirmed === 'yes',
        }),
      }}
      news={news}
      bulk={writes ? bulk : undefined}
      failed="Failed to fetch pre-orders"
      none={{
        title: 'No pre-orders yet',
        message: 'New pre-orders appear here.',
      }}
      action={({ retry }) => writes && <MoveDelivery onMoved={retry} />}
      columns={[
        {
          header: 'Name',
          className: '[--min:6rem]',
          cut: ({ name, company }) => [name, company].filter(Boolean).join(', '),
          cell: ({ id, name, company }) => (
            <Parts>
              <Link {...details.link(id)} className={`font-semibold ${link}`}>
                {name}
              </Link>
              {company && <span className="text-faint wrap-anywhere">{company}</span>}
            </Parts>
          ),
        },
        {
          header: 'Email',
          wide: true,
          className: '[--min:11.5rem]',
          cut: ({ email }) => email,
          cell: ({ email }) => <span className="text-muted wrap-anywhere">{email}</span>,
        },
        {
          header: 'Product',
          className: '[--min:7rem]',
          cut: ({ productName, quantity }) => `${productName} x ${quantity}`,
          cell: ({ product, productName, quantity }) => (
            <div className="items-baseline md:flex">
              {product ? (
                <ProductLink id={product.id} className="md:truncate">
                  {productName}
                </ProductLink>
              ) : (
                <span className="md:truncate">{productName}</span>
              )}
              <span className="label whitespace-pre text-muted">{` x ${quantity}`}</span>
            </div>
          ),
        },
        {
          header: 'Message',
          wide: true,
          className: '[--min:4rem]',
          cut: ({ message }) => message ?? '',
          cell: ({ message }) =>
            message ? <Line text={message} /> : <span className="text-faint">None</span>,
        },
        { header: 'Status', cell: (preOrder) => <PreOrderStatusSelect preOrder={preOrder} /> },
        {
          header: 'Expected',
          wide: true,
          className: '[--min:8rem]',
          cut: placeOf,
          cell: (preOrder) => (
            <div className="items-baseline gap-x-2 md:flex">
              {!preOrder.cancelledAt && !preOrder.confirmBy && (
                <Day value={preOrder.expectedDelivery} short />
              )}
              {!preOrder.confirmBy && (
                <span className="label block text-faint md:truncate">{placeOf(preOrder)}</span>
              )}
            </div>
          ),
        },
        {
          header: 'Reply by',
          // No reply is expected before the customer has confirmed it.
          cell: (preOrder) =>
            preOrder.confirmBy ? <Status>Not confirmed</Status> : <ReplyState {...preOrder} />,
        },
        {
          header: 'Created',
          wide: true,
          cell: ({ createdAt }) => <When value={createdAt} short />,
        },
        {
          header: 'Actions',
          cell: ({ id, name }) => (
            <DetailsLink {...details.link(id)} name={`Details of the pre-order by ${name}`} />
          ),
        },
      ]}
    >
      {({ nodes }) => (
        <RowDrawer id={details.id} nodes={nodes} title="Pre-order" onClose={details.close}>
          {(preOrder) => <PreOrderDetails preOrder={preOrder} />}
        </RowDrawer>
      )}
    </ListScreen>
  )
}

function PreOrderDetails({ preOrder }: { preOrder: PreOrder }) {
  const { name, company, email, phone, product, productName, quantity, message } = preOrder
  const place = placeOf(preOrder)
  return (
    <>
      <dl className="grid gap-4">
        <Fact label="From">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          {company && <span className="block text-muted wrap-anywhere">{company}</span>}
        </Fact>
        <Fact label="Email">
          <MailLink email={email} subject={`Your pre-order: ${productName}`} />
        </Fact>
        <Fact label="Phone">
          <a
            href={`tel:${phone.replace(/[^+\d]/g, '')}`}
            aria-label={`Call ${name}, ${phone}`}
            className={link}
          >
            {phone}
          </a>
        </Fact>
        <Fact label="Product">
          {product ? <ProductLink id={product.id}>{productName}</ProductLink> : productName}
          <span className="font-mono text-muted">{` x ${quantity}`}</span>
        </Fact>
        <Fact label="Status">
          <PreOrderStatusSelect preOrder={preOrder} />
        </Fact>
        <Fact label="Expected delivery">
          <Day value={preOrder.expectedDelivery} short />
          {place && <span className="block text-faint">{place}</span>}
        </Fact>
        <Fact label="Reply by">
          <ReplyDue {...preOrder} />
        </Fact>
        <Fact label="Created">
          <When value={preOrder.createdAt} />
        </Fact>
      </dl>
      <section aria-labelledby="message" className="grid gap-2 border-t pt-6">
        <h3 id="message" className="label font-normal text-faint">
          Message
        </h3>
        {message ? <Written text={message} /> : <p className="text-faint">None</p>}
      </section>
    </>
  )
}
