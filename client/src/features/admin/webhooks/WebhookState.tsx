import { Parts, When } from '~/features/admin/kit/values'
import { Status } from '~/ui/Badge'
import type { WebhookFragment } from './AdminWebhooks.gen'

/** Whether events are sent and arrive. */
export function WebhookState({
  webhook: { pausedAt, failingSince },
}: {
  webhook: Pick<WebhookFragment, 'pausedAt' | 'failingSince'>
}) {
  const since = pausedAt ?? failingSince
  if (!since) return <Status tone="ok">Active</Status>
  return (
    <Parts>
      {pausedAt ? <Status tone="error">Paused</Status> : <Status tone="warn">Failing</Status>}
      <span className="text-faint">
        since <When value={since} />
      </span>
    </Parts>
  )
}
