import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { Excerpt } from '~/features/admin/kit/Excerpt'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { evict } from '~/features/admin/kit/evict'
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
import type { ContactMessageSort } from '~/lib/schema.gen'
import { contactStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { AdminContactsDocument, type AdminContactsQuery } from './AdminContacts.gen'
import { ContactMessageDeleteDocument } from './ContactMessageEdits.gen'
import { MarkResolved, Reopen } from './MarkResolved'
import { useContactsBulk } from './useContactsBulk'

/** A fixed message: docs/specification.md. */
const failed = 'Failed to load contacts.'

type Message = AdminContactsQuery['contactMessages']['nodes'][number]

const names = ['q', 'status', 'sort'] as const

const sorts: Sorts<ContactMessageSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  { value: 'due', label: 'Reply due', order: 'DUE' },
]

function columns(onDelete: (message: Message) => void): Column<Message>[] {
  return [
    {
      header: 'From',
      className: 'md:w-1/5',
      cell: ({ name, email, subject }) => (
        <>
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
            className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg md:min-h-0"
          >
            {email}
          </a>
        </>
      ),
    },
    {
      header: 'Message',
      className: 'md:w-1/4',
      cell: ({ subject, message }) => (
        <div className="md:py-2">
          <p className="font-semibold wrap-anywhere">{subject}</p>
          <Excerpt text={message} />
        </div>
      ),
    },
    {
      header: 'Status',
      cell: ({ status }) => (
        <Status tone={status === 'RESOLVED' ? 'ok' : 'warn'}>{contactStatuses[status]}</Status>
      ),
    },
    { header: 'Reply by', cell: (message) => <ReplyDue {...message} /> },
    { header: 'Received', cell: ({ createdAt }) => <When value={createdAt} /> },
    {
      header: 'Actions',
      cell: (message) => (
        <div className="flex flex-wrap items-center gap-2">
          {message.status === 'PENDING' ? (
            <MarkResolved id={message.id} name={message.name} />
          ) : (
            <Reopen id={message.id} name={message.name} />
          )}
          <IconButton label={`Delete message from ${message.name}`} onClick={() => onDelete(message)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}

/** What people wrote through the contact form. */
export function Component() {
  const view = useListView(names)
  const { values, show } = view
  const search = values.q.trim()
  const status = oneOf(contactStatuses, values.status)
  const [asked, setAsked] = useState<Message | null>(null)
  const [remove] = useMutation(ContactMessageDeleteDocument)
  const result = useQuery(AdminContactsDocument, {
    variables: {
      filter: { search, status },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const bulk = useContactsBulk()
  const list = listState(result, (data) => data.contactMessages, failed)

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => evict(cache, 'ContactMessage', data?.contactMessageDelete.deletedId),
      refetchQueries: [AdminContactsDocument],
    })
    return data?.contactMessageDelete.userErrors
  }

  return (
    <>
      <ScreenHead
        title="Contacts"
        count={counted(list.totalCount, 'message')}
        action={
          <ExportButton list="contacts" filter={{ search, status: status && contactStatuses[status] }} />
        }
      />
      <FilterBar label="Contacts">
        <SearchBox label="Name, email or text" value={values.q} onPause={view.search} />
        <FilterSelect
          label="Status"
          all="All"
          options={contactStatuses}
          value={status ?? ''}
          onChange={(value) => show({ status: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Contacts"
        columns={columns(setAsked)}
        list={list}
        view={view}
        bulk={bulk}
        none={{
          title: 'No messages yet',
          message: 'What people write through the contact form stands here.',
        }}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete the message from ${asked?.name}?`}
        action="Delete message"
        working="Deleting..."
        keep="Keep it"
        failed="Failed to delete contact."
        done={`The message from ${asked?.name} was deleted`}
        act={act}
      >
        <p>Are you sure you want to delete this contact message?</p>
        <p>“{asked?.subject}” is gone for everybody then. This can't be undone.</p>
      </Confirm>
    </>
  )
}
