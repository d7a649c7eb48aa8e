import { useDrawer } from '~/features/admin/kit/address'
import { DetailsLink, link, MailLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { ReplyDue, ReplyState } from '~/features/admin/kit/ReplyDue'
import { RowDrawer } from '~/features/admin/kit/RowDrawer'
import { Fact, Line, Parts, When } from '~/features/admin/kit/values'
import { paths } from '~/lib/paths'
import type { QuoteSort } from '~/lib/schema.gen'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Totals } from '~/ui/Totals'
import { AdminQuotesDocument, type AdminQuotesQuery } from './AdminQuotes.gen'
import { EditOffer } from './EditOffer'
import { MarkAnswered } from './MarkAnswered'

const filters = {
  q: search('Number, name or email'),
  answered: choice('Status', { no: 'Waiting', yes: 'Answered' }),
  sort: sorting<QuoteSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
    { value: 'due', label: 'Reply due', order: 'DUE' },
  ]),
}

type Quote = AdminQuotesQuery['quotes']['nodes'][number]

const linesOf = ({ lines }: Quote) =>
  lines.map(({ productName, quantity }) => `${productName} x ${quantity}`).join(', ')

/** The written quotes, and whether they have been followed up. */
export default function QuotesScreen() {
  const details = useDrawer('quote')
  return (
    <ListScreen
      title="Quotes"
      noun={['quote', 'quotes']}
      query={AdminQuotesDocument}
      filters={filters}
      variables={({ q, answered, sort }) => ({
        filter: { search: q, answered: answered && answered === 'yes' },
        sort,
      })}
      failed="Failed to load the quotes."
      none={{ title: 'No quotes yet', message: 'New quotes appear here.' }}
      columns={[
        { header: 'Quote', cell: ({ id }) => <span className="font-semibold">{id}</span> },
        { header: 'Total', align: 'right', cell: ({ total }) => <Money value={total} /> },
        {
          header: 'For',
          className: '[--min:9rem] min-[90rem]:[--min:12rem]',
          cut: ({ name, company }) => [name, company].filter(Boolean).join(', '),
          cell: ({ name, company }) => (
            <Parts>
              <span className="font-semibold wrap-anywhere">{name}</span>
              {company && <span className="text-faint wrap-anywhere">{company}</span>}
            </Parts>
          ),
        },
        {
          header: 'Products',
          wide: true,
          className: '[--min:9rem]',
          cut: linesOf,
          cell: (quote) => <Line text={linesOf(quote)} />,
        },
        {
          header: 'Reply by',
          cell: (quote) => <ReplyState {...quote} />,
        },
        { header: 'Created', wide: true, cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: ({ id, repliedAt }) => (
            <div className="flex items-center gap-4">
              <DetailsLink {...details.link(id)} name={`Details of ${id}`} />
              {!repliedAt && <MarkAnswered number={id} />}
            </div>
          ),
        },
      ]}
    >
      {({ nodes }) => (
        <RowDrawer id={details.id} nodes={nodes} title="Quote" onClose={details.close}>
          {(quote) => <QuoteDetails quote={quote} />}
        </RowDrawer>
      )}
    </ListScreen>
  )
}

function QuoteDetails({ quote }: { quote: Quote }) {
  const { id, name, company, email, billingInfo: bill, lines, order, createdAt, validUntil } = quote
  return (
    <>
      <dl className="grid gap-4">
        <Fact label="Number">
          <span className="font-mono">{id}</span>
        </Fact>
        <Fact label="For">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          {company && <span className="block text-muted wrap-anywhere">{company}</span>}
          <MailLink email={email} subject={`Your quote ${id}`} />
        </Fact>
        {bill.vatNumber && (
          <Fact label="VAT number">
            <span className="font-mono wrap-anywhere">{bill.vatNumber}</span>
          </Fact>
        )}
        {bill.purchaseOrderNumber && (
          <Fact label="Purchase order">
            <span className="font-mono wrap-anywhere">{bill.purchaseOrderNumber}</span>
          </Fact>
        )}
        <Fact label="Created">
          <When value={createdAt} />
        </Fact>
        <Fact label="Valid until">
          <When value={validUntil} zone />
        </Fact>
        <Fact label="Reply by">
          <ReplyDue {...quote} />
        </Fact>
        {order && (
          <Fact label="Ordered">
            <Link to={paths.order(order.id)} className={link}>
              {order.number}
            </Link>
          </Fact>
        )}
      </dl>
      <section aria-labelledby="lines">
        <h3 id="lines" className="label mb-2 font-normal text-faint">
          Products
        </h3>
        <ul className="mb-5 border-b">
          {lines.map(({ productName, quantity, listPrice, discount, lineTotal, plan }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote never change their places.
            <li key={index} className="flex justify-between gap-4 border-t py-3">
              <span className="min-w-0 wrap-anywhere">
                {productName}
                <span className="font-mono whitespace-nowrap text-muted figures">{` x ${quantity}`}</span>
                {listPrice && discount && (
                  <span className="block text-muted">
                    List price <Money value={listPrice} />, total discount <Money value={discount} />
                  </span>
                )}
              </span>
              {lineTotal ? <Money value={lineTotal} /> : `${plan?.price} ${plan?.period}`}
            </li>
          ))}
        </ul>
        <Totals sums={quote} />
      </section>
      <EditOffer quote={quote} />
    </>
  )
}
