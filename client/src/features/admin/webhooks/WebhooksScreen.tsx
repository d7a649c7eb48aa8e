import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Confirm } from '~/features/admin/kit/Confirm'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { PageWays } from '~/features/admin/kit/PageWays'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import type { Column } from '~/features/admin/kit/Table'
import { useDrawer } from '~/features/admin/kit/useDrawer'
import { pageSize, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { ButtonLink, IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { AddWebhook } from './AddWebhook'
import { AdminWebhooksDocument } from './AdminWebhooks.gen'
import { type Webhook, WebhookDrawer } from './WebhookDrawer'
import { WebhookDeleteDocument } from './WebhookEdits.gen'
import { WebhookState } from './WebhookState'

const failed = 'Failed to load webhooks.'

const names = ['after'] as const

function columns(log: ReturnType<typeof useDrawer>, onDelete: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    {
      header: 'URL',
      cell: ({ url }) => <span className="label wrap-anywhere">{url}</span>,
    },
    {
      header: 'Events',
      className: 'md:w-1/4',
      cell: ({ kinds }) => <span className="label wrap-anywhere">{kinds.join(', ') || 'All'}</span>,
    },
    { header: 'State', cell: ({ pausedAt }) => <WebhookState pausedAt={pausedAt} /> },
    { header: 'Added', cell: ({ createdAt }) => <When value={createdAt} /> },
    {
      header: 'Actions',
      cell: (webhook) => (
        <div className="flex items-center gap-1">
          <ButtonLink
            {...log.link(webhook.id)}
            variant="ghost"
            size="sm"
            aria-label={`Deliveries to ${webhook.url}`}
            className="-ml-4"
          >
            Deliveries
          </ButtonLink>
          <IconButton label={`Delete ${webhook.url}`} onClick={() => onDelete(webhook)}>
            <Icon name="trash" />
          </IconButton>
        </div>
      ),
    },
  ]
}

/** The addresses that partners are told of events at. */
export function Component() {
  const view = useListView(names)
  const log = useDrawer('webhook')
  const [asked, setAsked] = useState<Webhook | null>(null)
  const [remove] = useMutation(WebhookDeleteDocument)
  const result = useQuery(AdminWebhooksDocument, {
    variables: { first: pageSize, after: view.values.after || undefined },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.webhooks, failed)
  const info = result.data?.webhooks.pageInfo

  async function act() {
    const { data } = await remove({
      variables: { input: { id: asked?.id ?? '' } },
      update: (cache, { data }) => {
        const id = data?.webhookDelete.deletedId
        if (id) cache.evict({ id: cache.identify({ __typename: 'Webhook', id }) })
      },
      refetchQueries: [AdminWebhooksDocument],
    })
    return data?.webhookDelete.userErrors
  }

  return (
    <>
      <ScreenHead title="Webhooks" action={<AddWebhook />} />
      <List
        caption="Webhooks"
        columns={columns(log, setAsked)}
        list={list}
        view={view}
        none={{
          title: 'No webhooks yet',
          message: "Add one for each partner's program that is to be told what happens in the shop.",
        }}
        ways={
          <PageWays
            first={view.beyond ? view.hrefFor({}) : undefined}
            next={info?.hasNextPage && info.endCursor ? view.hrefFor({ after: info.endCursor }) : undefined}
          />
        }
      />
      <WebhookDrawer id={log.id} listed={list.nodes?.find(({ id }) => id === log.id)} onClose={log.close} />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Delete this webhook?"
        action="Delete webhook"
        working="Deleting..."
        keep="Keep it"
        failed="Failed to delete webhook."
        done="The webhook was deleted"
        act={act}
      >
        <p>
          <span className="font-mono text-fg">{asked?.url}</span> is sent nothing more, and what it has not
          got yet is forgotten, with its log. This can't be undone.
        </p>
      </Confirm>
    </>
  )
}
