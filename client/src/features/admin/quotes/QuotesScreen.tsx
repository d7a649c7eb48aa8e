import { MailLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { ReplyDue, replyText } from '~/features/admin/kit/ReplyDue'
import { Parts, When } from '~/features/admin/kit/values'
import type { QuoteSort } from '~/lib/schema.gen'
import { Money } from '~/ui/Money'
import { AdminQuotesDocument } from './AdminQuotes.gen'
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

/** The written quotes, and which of them somebody has followed up. */
export default function QuotesScreen() {
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
      none={{
        title: 'No quotes yet',
        message: 'As soon as somebody asks for a written quote, it stands here.',
      }}
      columns={[
        { header: 'Quote', cell: ({ id }) => <span className="font-semibold">{id}</span> },
        { header: 'Total', align: 'right', cell: ({ total }) => <Money value={total} /> },
        {
          header: 'For',
          className: '[--min:6rem]',
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
          className: '[--min:10.5rem]',
          cut: ({ email }) => email,
          cell: ({ id, email }) => <MailLink email={email} subject={`Your quote ${id}`} />,
        },
        {
          header: 'Products',
          className: '[--min:9rem]',
          cut: ({ lines }) => lines.map((line) => `${line.productName} x ${line.quantity}`).join(', '),
          cell: ({ lines }) => (
            <ul className="md:truncate md:*:inline md:*:not-last:after:content-[',_']">
              {lines.map(({ productName, quantity }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote never change their places.
                <li key={index} className="wrap-anywhere">
                  {productName}
                  <span className="label text-muted">{` x ${quantity}`}</span>
                </li>
              ))}
            </ul>
          ),
        },
        {
          header: 'Reply by',
          className: '[--min:8rem]',
          cut: replyText,
          cell: (quote) => <ReplyDue {...quote} />,
        },
        { header: 'Made', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: ({ id, repliedAt }) => (repliedAt ? null : <MarkAnswered number={id} />),
        },
      ]}
    />
  )
}
