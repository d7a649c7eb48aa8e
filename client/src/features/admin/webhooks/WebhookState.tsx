import { When } from '~/features/admin/kit/When'
import { Status } from '~/ui/Badge'

/** Whether events are sent. */
export function WebhookState({ pausedAt }: { pausedAt: string | null }) {
  if (!pausedAt) return <Status tone="ok">Works</Status>
  return (
    <>
      <Status tone="error">Paused</Status>
      <span className="block text-faint">
        since <When value={pausedAt} />
      </span>
    </>
  )
}
