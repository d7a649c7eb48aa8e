import { useQuery } from '@apollo/client/react'
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
import { counted } from '~/lib/counted'
import type { QuoteSort } from '~/lib/schema.gen'
import { Money } from '~/ui/Money'
import { AdminQuotesDocument, type AdminQuotesQuery } from './AdminQuotes.gen'
import { MarkAnswered } from './MarkAnswered'

const failed = 'Failed to load the quotes.'

type Quote = AdminQuotesQuery['quotes']['nodes'][number]

const names = ['q', 'answered', 'sort'] as const
const answers = { no: 'Waiting', yes: 'Answered' }
const sorts: Sorts<QuoteSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  { value: 'due', label: 'Reply due', order: 'DUE' },
]

const columns: Column<Quote & { id: string }>[] = [
  {
    header: 'Quote',
    cell: ({ number, total }) => (
      <>
        <span className="block font-semibold whitespace-nowrap">{number}</span>
        <Money value={total} className="text-muted" />
      </>
    ),
  },
  {
    header: 'For',
    className: 'md:w-1/4',
    cell: ({ number, name, company, email }) => (
      <>
        <span className="block font-semibold wrap-anywhere">{name}</span>
        {company && <span className="block text-faint wrap-anywhere">{company}</span>}
        <a
          href={`mailto:${email}?subject=${encodeURIComponent(`Your quote ${number}`)}`}
          className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg md:min-h-0"
        >
          {email}
        </a>
      </>
    ),
  },
  {
    header: 'Products',
    className: 'md:w-1/4',
    cell: ({ lines }) => (
      <ul className="md:py-2">
        {lines.map(({ productName, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a quote never change their places.
          <li key={index} className="wrap-anywhere">
            {productName}
            <span className="label whitespace-nowrap text-muted">{` x ${quantity}`}</span>
          </li>
        ))}
      </ul>
    ),
  },
  { header: 'Reply by', cell: (quote) => <ReplyDue {...quote} /> },
  { header: 'Made', cell: ({ createdAt }) => <When value={createdAt} /> },
  {
    header: 'Actions',
    cell: ({ number, repliedAt }) => (repliedAt ? null : <MarkAnswered number={number} />),
  },
]

/** The written quotes, and which of them somebody has followed up. */
export function Component() {
  const view = useListView(names)
  const { values, show } = view
  const search = values.q.trim()
  const answered = oneOf(answers, values.answered)
  const result = useQuery(AdminQuotesDocument, {
    variables: {
      filter: { search, answered: answered && answered === 'yes' },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(
    result,
    ({ quotes: { nodes, totalCount } }) => ({
      nodes: nodes.map((quote) => ({ ...quote, id: quote.number })),
      totalCount,
    }),
    failed,
  )
  return (
    <>
      <ScreenHead title="Quotes" count={counted(list.totalCount, 'quote')} />
      <FilterBar label="Quotes">
        <SearchBox label="Number, name or email" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Status"
          all="All"
          options={answers}
          value={answered ?? ''}
          onChange={(value) => show({ answered: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Quotes"
        columns={columns}
        list={list}
        view={view}
        none={{
          title: 'No quotes yet',
          message: 'As soon as somebody asks for a written quote, it stands here.',
        }}
      />
    </>
  )
}
