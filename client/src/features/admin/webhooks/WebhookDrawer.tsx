import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { pageSize } from '~/features/admin/kit/address'
import { useAction } from '~/features/admin/kit/useAction'
import { Fact, When } from '~/features/admin/kit/values'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminWebhookDocument, type AdminWebhooksQuery } from './AdminWebhooks.gen'
import { DeliveriesDocument, DeliveryReplayDocument } from './Deliveries.gen'
import { DeliveryRow } from './DeliveryRow'
import { WebhookResumeDocument, WebhookTestDocument } from './WebhookEdits.gen'
import { WebhookState } from './WebhookState'

export type Webhook = AdminWebhooksQuery['webhooks']['nodes'][number]

/** The interval at which the open log is polled, in ms, as there are no events about deliveries. */
const pause = 3000

/** A webhook with its log of deliveries, beside the list. */
export function WebhookDrawer({
  id,
  listed,
  onClose,
}: {
  /** From the URL. */
  id: string | null
  /** The webhook in the list; undefined while that loads, and if it is on another page. */
  listed?: Webhook
  onClose: () => void
}) {
  const { data } = useQuery(AdminWebhookDocument, {
    variables: { id: id ?? '' },
    skip: id === null || listed !== undefined,
    fetchPolicy: 'cache-and-network',
  })
  const webhook = listed ?? data?.webhook ?? undefined
  return (
    <Dialog open={id !== null} onClose={onClose} title="Deliveries" place="side">
      {id !== null && (
        <div className="grid gap-8 text-small">
          {webhook && <Facts webhook={webhook} />}
          <Log key={id} id={id} webhook={webhook} />
        </div>
      )}
    </Dialog>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, kinds, createdAt } = webhook
  return (
    <dl className="grid gap-4">
      <Fact label="URL">
        <span className="label wrap-anywhere">{url}</span>
      </Fact>
      <Fact label="Events">
        <span className="wrap-anywhere">{kinds.join(', ') || 'All'}</span>
      </Fact>
      <Fact label="Added">
        <When value={createdAt} />
      </Fact>
      <Fact label="State">
        <WebhookState webhook={webhook} />
      </Fact>
    </dl>
  )
}

function Log({ id, webhook }: { id: string; webhook?: Webhook }) {
  const [after, setAfter] = useState<string>()
  const { run, send } = useAction()
  const { data, previousData, error, refetch } = useQuery(DeliveriesDocument, {
    variables: { webhookId: id, first: pageSize, after },
    fetchPolicy: 'cache-and-network',
    pollInterval: pause,
    skipPollAttempt: () => document.hidden,
  })
  const page = (data ?? previousData)?.deliveries
  const shown = { refetchQueries: [DeliveriesDocument] }

  if (error && !page)
    return (
      <ErrorState title="Failed to load deliveries." onRetry={() => void refetch().catch(() => undefined)} />
    )
  return (
    <div>
      {webhook?.pausedAt ? (
        <div className="mb-6 grid justify-items-start gap-4 border-l-2 border-error bg-raised px-4 py-3">
          <p>
            Paused after three days of failed deliveries. Once the receiver works again, resume it to send all
            pending events in order.
          </p>
          <Button
            size="sm"
            onClick={() =>
              run(() => send(WebhookResumeDocument, { id }, shown), {
                done: 'Webhook resumed',
                failed: 'Failed to resume the webhook.',
                task: 'resume',
              })
            }
          >
            Resume
          </Button>
        </div>
      ) : (
        <Button
          size="sm"
          className="mb-6"
          onClick={() =>
            run(() => send(WebhookTestDocument, { id }, shown), {
              done: 'Test event queued',
              failed: 'Failed to send a test.',
              task: 'test',
            })
          }
        >
          Send test
        </Button>
      )}
      {!page ? (
        <Loading label="Loading deliveries">
          <div className="grid gap-4">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </div>
        </Loading>
      ) : page.nodes.length === 0 ? (
        <p className="border-y py-4 text-muted">No deliveries yet. They are kept for 30 days.</p>
      ) : (
        <ul aria-label="Deliveries">
          {page.nodes.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              onReplay={() =>
                run(() => send(DeliveryReplayDocument, { id: delivery.id }), {
                  done: `${delivery.event.kind} will be sent again`,
                  failed: 'Failed to replay the delivery.',
                  task: delivery.id,
                })
              }
            />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {after && (
          <Button size="sm" onClick={() => setAfter(undefined)}>
            Newest
          </Button>
        )}
        {page?.pageInfo.hasNextPage && (
          <Button size="sm" onClick={() => setAfter(page.pageInfo.endCursor ?? undefined)}>
            Older
          </Button>
        )}
      </div>
    </div>
  )
}
