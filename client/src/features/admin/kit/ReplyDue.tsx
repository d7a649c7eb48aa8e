import { replyTime } from '~/lib/replyTime'
import { Status } from '~/ui/Badge'
import { dueIn } from './due'
import { When } from './When'

/** When a reply is due as long as it is waited for, with how much time is left; then when there was one. */
export function ReplyDue({ replyBy, repliedAt }: { replyBy: string | null; repliedAt: string | null }) {
  if (repliedAt)
    return (
      <span className="text-faint">
        Replied <When value={repliedAt} />
      </span>
    )
  if (!replyBy) return <span className="text-faint">No time promised</span>
  const { text, tone } = dueIn(replyBy, Date.now())
  return (
    <div className="md:py-2">
      <Status tone={tone}>{text}</Status>
      <time dateTime={replyBy} className="block text-faint">
        {replyTime(replyBy)}
      </time>
    </div>
  )
}
