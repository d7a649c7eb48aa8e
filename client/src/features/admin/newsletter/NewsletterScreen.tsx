import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { Parts, When } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import type { NewsletterSort, NewsletterStatus } from '~/lib/schema.gen'
import { Status } from '~/ui/Badge'
import {
  AdminNewsletterDocument,
  type AdminNewsletterQuery,
  NewsletterSubscriberDeleteDocument,
} from './AdminNewsletter.gen'

const statuses: Record<NewsletterStatus, string> = { CONFIRMED: 'Confirmed', UNCONFIRMED: 'Not confirmed' }

const filters = {
  q: search('Email'),
  status: choice('Status', statuses),
  sort: sorting<NewsletterSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  ]),
}

/** The subscribers of the newsletter, confirmed or not. */
export default function NewsletterScreen() {
  const [asked, setAsked] = useState<AdminNewsletterQuery['newsletterSubscribers']['nodes'][number] | null>(
    null,
  )
  const send = useSend()
  const may = useMay()
  return (
    <ListScreen
      title="Newsletter"
      noun={['address', 'addresses']}
      query={AdminNewsletterDocument}
      filters={filters}
      variables={({ q, status, sort }) => ({ filter: { search: q, status }, sort })}
      file={{ list: 'newsletter', filter: ({ q, status }) => ({ search: q, status: status?.toLowerCase() }) }}
      failed="Failed to load the newsletter."
      none={{
        title: 'No addresses yet',
        message: 'New sign-ups appear here.',
      }}
      columns={[
        {
          header: 'Email',
          cut: ({ email }) => email,
          cell: ({ email }) => <span className="font-semibold wrap-anywhere">{email}</span>,
        },
        {
          header: 'Status',
          cell: ({ status, confirmedAt, forgetAt }) => (
            <Parts>
              <Status tone={status === 'CONFIRMED' ? 'ok' : 'neutral'}>{statuses[status]}</Status>
              <span className="text-faint">
                {confirmedAt && (
                  <>
                    since <When value={confirmedAt} short />
                  </>
                )}
                {forgetAt && (
                  <>
                    deleted on <When value={forgetAt} short />
                  </>
                )}
              </span>
            </Parts>
          ),
        },
        { header: 'Signed up', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: (subscriber) =>
            may('WRITE_CUSTOMERS') && (
              <DeleteButton name={`Delete ${subscriber.email}`} onClick={() => setAsked(subscriber)} />
            ),
        },
      ]}
    >
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.email}?`}
        action="Delete address"
        failed="Failed to delete the address."
        done={`${asked?.email} was deleted`}
        act={() =>
          send(
            NewsletterSubscriberDeleteDocument,
            { id: asked?.id ?? '' },
            { update: evict('NewsletterSubscriber'), refetchQueries: [AdminNewsletterDocument] },
          )
        }
      >
        {asked?.status === 'CONFIRMED' ? (
          <p>
            {asked.email} will no longer get the newsletter. Only its owner can sign up again, with a new
            email to confirm.
          </p>
        ) : (
          <p>{asked?.email} was never confirmed and gets no newsletter. The links sent to it stop working.</p>
        )}
        <p>This can't be undone.</p>
      </Confirm>
    </ListScreen>
  )
}
