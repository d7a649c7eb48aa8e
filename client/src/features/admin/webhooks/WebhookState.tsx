import { Parts, When } from '~/features/admin/kit/values'
import { Status } from '~/ui/Badge'

/** Whether events are sent. */
export function WebhookState({ pausedAt }: { pausedAt: string | null }) {
  if (!pausedAt) return <Status tone="ok">Active</Status>
  return (
    <Parts>
      <Status tone="error">Paused</Status>
      <span className="text-faint">
        since <When value={pausedAt} />
      </span>
    </Parts>
  )
}
