import { useState } from 'react'
import { useDrawer } from '~/features/admin/kit/address'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton, DetailsLink, MailLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { ReplyDue, ReplyState } from '~/features/admin/kit/ReplyDue'
import { RowDrawer } from '~/features/admin/kit/RowDrawer'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { Fact, Line, Parts, When, Written } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import type { ContactMessageSort } from '~/lib/schema.gen'
import { contactStatuses } from '~/lib/statuses'
import { Status } from '~/ui/Badge'
import { ButtonAnchor } from '~/ui/ButtonAnchor'
import { AdminContactsDocument, type AdminContactsQuery } from './AdminContacts.gen'
import { ContactMessageDeleteDocument } from './ContactMessageEdits.gen'
import { MarkResolved } from './MarkResolved'
import { replyLink } from './reply'
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

type Message = AdminContactsQuery['contactMessages']['nodes'][number]

/** The messages from the contact form. */
export default function ContactsScreen() {
  const [asked, setAsked] = useState<Message | null>(null)
  const details = useDrawer('message')
  const send = useSend()
  const bulk = useContactsBulk()
  const writes = useMay()('WRITE_CONTACTS')
  return (
    <ListScreen
      title="Contacts"
      noun={['message', 'messages']}
      query={AdminContactsDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      file={{
        list: 'contacts',
        filter: ({ q, status }) => ({ search: q, status: status && contactStatuses[status] }),
      }}
      bulk={writes ? bulk : undefined}
      failed="Failed to load contacts."
      none={{ title: 'No messages yet', message: 'Messages from the contact form appear here.' }}
      columns={[
        {
          header: 'From',
          className: '[--min:6rem] min-[90rem]:[--min:12rem]',
          cut: ({ name }) => name,
          cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
        },
        {
          header: 'Message',
          className: '[--min:7rem]',
          cut: ({ subject }) => subject,
          cell: ({ subject, message }) => (
            <Parts>
              <span className="font-semibold wrap-anywhere">{subject}</span>
              <span className="text-muted">
                <Line text={message} />
              </span>
            </Parts>
          ),
        },
        {
          header: 'Status',
          cell: ({ status }) => (
            <Status tone={status === 'RESOLVED' ? 'ok' : 'warn'}>
              <span className="inline-block first-letter:uppercase">{contactStatuses[status]}</span>
            </Status>
          ),
        },
        {
          header: 'Reply by',
          cell: (message) => <ReplyState {...message} />,
        },
        { header: 'Received', wide: true, cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: (message) => (
            <div className="flex items-center gap-x-4 max-md:flex-wrap">
              <DetailsLink
                {...details.link(message.id)}
                name={`Details of the message from ${message.name}`}
              />
              <MarkResolved message={message} />
              {writes && (
                <DeleteButton
                  name={`Delete message from ${message.name}`}
                  onClick={() => setAsked(message)}
                />
              )}
            </div>
          ),
        },
      ]}
    >
      {({ nodes }) => (
        <>
          <RowDrawer id={details.id} nodes={nodes} title="Message" onClose={details.close}>
            {(message) => <ContactDetails message={message} />}
          </RowDrawer>
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
            <p>“{asked?.subject}” will be deleted for everybody. This can't be undone.</p>
          </Confirm>
        </>
      )}
    </ListScreen>
  )
}

function ContactDetails({ message: contact }: { message: Message }) {
  const { name, email, subject, message, createdAt } = contact
  return (
    <>
      <dl className="grid gap-4">
        <Fact label="From">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <MailLink email={email} subject={`Re: ${subject}`} />
        </Fact>
        <Fact label="Received">
          <When value={createdAt} />
        </Fact>
        <Fact label="Reply by">
          <ReplyDue {...contact} />
        </Fact>
      </dl>
      <section aria-label="Message" className="grid gap-2 border-t pt-6">
        <h3 className="text-body wrap-anywhere">{subject}</h3>
        <Written text={message} />
      </section>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonAnchor href={replyLink(contact)} size="sm" variant="primary">
          Reply by email
        </ButtonAnchor>
        <MarkResolved message={contact} />
      </div>
    </>
  )
}
