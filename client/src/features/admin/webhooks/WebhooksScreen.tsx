import { useState } from 'react'
import { useDrawer } from '~/features/admin/kit/address'
import { Confirm } from '~/features/admin/kit/Confirm'
import { DeleteButton, DetailsLink } from '~/features/admin/kit/controls'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { evict, useSend } from '~/features/admin/kit/useAction'
import { When } from '~/features/admin/kit/values'
import { AddWebhook } from './AddWebhook'
import { AdminWebhooksDocument } from './AdminWebhooks.gen'
import { type Webhook, WebhookDrawer } from './WebhookDrawer'
import { WebhookDeleteDocument } from './WebhookEdits.gen'
import { WebhookState } from './WebhookState'

const kindsOf = ({ kinds }: Webhook) => kinds.join(', ') || 'All'

/** The addresses that receive events for partners. */
export default function WebhooksScreen() {
  const log = useDrawer('webhook')
  const [asked, setAsked] = useState<Webhook | null>(null)
  const send = useSend()
  return (
    <ListScreen
      title="Webhooks"
      query={AdminWebhooksDocument}
      paging="cursor"
      failed="Failed to load webhooks."
      none={{
        title: 'No webhooks yet',
        message: 'Add one to send events to another system.',
      }}
      action={<AddWebhook />}
      columns={[
        {
          header: 'URL',
          className: '[--min:16rem]',
          cut: ({ url }) => url,
          cell: ({ url }) => <span className="label wrap-anywhere">{url}</span>,
        },
        {
          header: 'Events',
          className: '[--min:8rem]',
          cut: kindsOf,
          cell: (webhook) => <span className="label wrap-anywhere">{kindsOf(webhook)}</span>,
        },
        { header: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
        { header: 'Added', cell: ({ createdAt }) => <When value={createdAt} short /> },
        {
          header: 'Actions',
          cell: (webhook) => (
            <div className="flex items-center gap-4">
              <DetailsLink {...log.link(webhook.id)} name={`Deliveries to ${webhook.url}`}>
                Deliveries
              </DetailsLink>
              <DeleteButton name={`Delete ${webhook.url}`} onClick={() => setAsked(webhook)} />
            </div>
          ),
        },
      ]}
    >
      {({ nodes }) => (
        <>
          <WebhookDrawer id={log.id} listed={nodes?.find(({ id }) => id === log.id)} onClose={log.close} />
          <Confirm
            open={asked !== null}
            onClose={() => setAsked(null)}
            title="Delete this webhook?"
            action="Delete webhook"
            failed="Failed to delete webhook."
            done="The webhook was deleted"
            act={() =>
              send(
                WebhookDeleteDocument,
                { id: asked?.id ?? '' },
                { update: evict('Webhook'), refetchQueries: [AdminWebhooksDocument] },
              )
            }
          >
            <p>
              <span className="font-mono text-fg">{asked?.url}</span> will receive no more events. Pending
              events and the delivery log are deleted. This can't be undone.
            </p>
          </Confirm>
        </>
      )}
    </ListScreen>
  )
}
