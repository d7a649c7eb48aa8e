import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton, MailLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { ReplyDue, replyText } from '~/features/admin/kit/ReplyDue'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { Excerpt, When } from '~/features/admin/kit/values'
import type { ContactMessageSort } from '~/lib/schema.gen'
import { contactStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import { AdminContactsDocument, type AdminContactsQuery } from './AdminContacts.gen'
import { ContactMessageDeleteDocument } from './ContactMessageEdits.gen'
import { MarkResolved } from './MarkResolved'
import { useContactsBulk } from './useContactsBulk'

const filters = {
  q: search('Name, email or text'),
  status: choice('Status', contactStatuses),
  sort: sorting<ContactMessageSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
    { value: 'due', label: 'Reply due', order: 'DUE' },
  ]),
}

/** What people wrote through the contact form. */
export default function ContactsScreen() {
  const [asked, setAsked] = useState<AdminContactsQuery['contactMessages']['nodes'][number] | null>(null)
  const send = useSend()
  return (
    <ListScreen
      title="Contacts"
      noun={['message', 'messages']}
      query={AdminContactsDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      csv={{
        list: 'contacts',
        filter: ({ q, status }) => ({ search: q, status: status && contactStatuses[status] }),
      }}
      bulk={useContactsBulk()}
      failed="Failed to load contacts."
      none={{ title: 'No messages yet', message: 'What people write through the contact form stands here.' }}
      columns={[
        {
          header: 'From',
          className: '[--min:7rem]',
          cut: ({ name }) => name,
          cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
        },
        {
          header: 'Email',
          className: '[--min:10.5rem]',
          cut: ({ email }) => email,
          cell: ({ email, subject }) => <MailLink email={email} subject={`Re: ${subject}`} />,
        },
        {
          header: 'Message',
          className: '[--min:10rem]',
          cut: ({ subject }) => subject,
          cell: ({ subject, message }) => (
            <div className="items-baseline gap-x-2 md:flex">
              <p className="font-semibold wrap-anywhere md:max-w-1/2 md:shrink-0 md:truncate">{subject}</p>
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
        {
          header: 'Reply by',
          className: '[--min:8rem]',
          cut: replyText,
          cell: (message) => <ReplyDue {...message} />,
        },
        { header: 'Received', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: (message) => (
            <div className="flex items-center gap-2">
              <MarkResolved message={message} />
              <DeleteButton name={`Delete message from ${message.name}`} onClick={() => setAsked(message)} />
            </div>
          ),
        },
      ]}
    >
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete the message from ${asked?.name}?`}
        action="Delete message"
        failed="Failed to delete contact."
        done={`The message from ${asked?.name} was deleted`}
        act={() =>
          send(
            ContactMessageDeleteDocument,
            { id: asked?.id ?? '' },
            { update: evict('ContactMessage'), refetchQueries: [AdminContactsDocument] },
          )
        }
      >
        <p>Are you sure you want to delete this contact message?</p>
        <p>“{asked?.subject}” is gone for everybody then. This can't be undone.</p>
      </Confirm>
    </ListScreen>
  )
}
