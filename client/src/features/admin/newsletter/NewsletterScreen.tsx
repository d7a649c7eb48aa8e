import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import type { Column } from '~/features/admin/kit/Table'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { counted } from '~/lib/counted'
import type { NewsletterSort, NewsletterStatus } from '~/lib/schema.gen'
import { Status } from '~/ui/Badge'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import {
  AdminNewsletterDocument,
  type AdminNewsletterQuery,
  NewsletterSubscriberDeleteDocument,
} from './AdminNewsletter.gen'

const failed = 'Failed to load the newsletter.'

type Subscriber = AdminNewsletterQuery['newsletterSubscribers']['nodes'][number]

const names = ['q', 'status', 'sort'] as const
const statuses: Record<NewsletterStatus, string> = { CONFIRMED: 'Confirmed', UNCONFIRMED: 'Not confirmed' }
const sorts: Sorts<NewsletterSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
]

function columns(onDelete: (subscriber: Subscriber) => void): Column<Subscriber>[] {
  return [
    {
      header: 'Email',
      className: 'md:w-2/5',
      cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email}</span>,
    },
    {
      header: 'Status',
      cell: ({ status, confirmedAt, forgetAt }) => (
        <div className="md:py-2">
          <Status tone={status === 'CONFIRMED' ? 'ok' : 'neutral'}>{statuses[status]}</Status>
          <span className="block text-faint">
            {confirmedAt && (
              <>
                since <When value={confirmedAt} />
              </>
            )}
            {forgetAt && (
              <>
                forgotten on <When value={forgetAt} />
              </>
            )}
          </span>
        </div>
      ),
    },
    { header: 'Asked', cell: ({ createdAt }) => <When value={createdAt} /> },
    {
      header: 'Actions',
      cell: (subscriber) => (
        <IconButton
          label={`Delete ${subscriber.email}`}
          onClick={() => onDelete(subscriber)}
          className="-ml-3"
        >
          <Icon name="trash" />
        </IconButton>
      ),
    },
  ]
}

/** Who asked for the newsletter, and who gets it. */
export function Component() {
  const view = useListView(names)
  const { show, values } = view
  const search = values.q.trim()
  const status = oneOf(statuses, values.status)
  const [asked, setAsked] = useState<Subscriber | null>(null)
  const [remove] = useMutation(NewsletterSubscriberDeleteDocument)
  const result = useQuery(AdminNewsletterDocument, {
    variables: {
      filter: { search, status },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.newsletterSubscribers, failed)

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => {
        const id = data?.newsletterSubscriberDelete.deletedId
        if (id) cache.evict({ id: cache.identify({ __typename: 'NewsletterSubscriber', id }) })
      },
      refetchQueries: [AdminNewsletterDocument],
    })
    return data?.newsletterSubscriberDelete.userErrors
  }

  return (
    <>
      <ScreenHead
        title="Newsletter"
        count={counted(list.totalCount, 'address', 'addresses')}
        action={<ExportButton list="newsletter" filter={{ search, status: status?.toLowerCase() }} />}
      />
      <FilterBar label="Newsletter">
        <SearchBox label="Search by email" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Status"
          all="All"
          options={statuses}
          value={status ?? ''}
          onChange={(value) => show({ status: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Newsletter"
        columns={columns(setAsked)}
        list={list}
        view={view}
        none={{
          title: 'No addresses yet',
          message: 'As soon as somebody asks for the newsletter, they stand here.',
        }}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.email}?`}
        action="Delete address"
        working="Deleting..."
        keep="Keep it"
        failed="Failed to delete the address."
        done={`${asked?.email} was deleted`}
        act={act}
      >
        {asked?.status === 'CONFIRMED' ? (
          <p>
            {asked.email} gets no newsletter from now on. Only its owner can sign it up again, with a new mail
            to confirm.
          </p>
        ) : (
          <p>
            {asked?.email} gets no newsletter as it is. The links that were mailed to it stop working, and it
            can be signed up again.
          </p>
        )}
        <p>This can't be undone.</p>
      </Confirm>
    </>
  )
}
