import { replyTime } from '~/lib/replyTime'
import { Status } from '~/ui/Badge'
import type { Tone } from '~/ui/Dot'
import { When } from './values'

const units = [
  { one: 'day', many: 'days', length: 86_400_000 },
  { one: 'hour', many: 'hours', length: 3_600_000 },
  { one: 'min', many: 'min', length: 60_000 },
] as const

/**
 * The time until something is due, or since it was: `Due in 5 hours`, `2 days overdue`. Overdue is an error, due soon a
 * warning. Columns fit 16 characters.
 */
export function dueIn(at: string, now: number): { text: string; tone: Tone } {
  const left = new Date(at).getTime() - now
  const { one, many, length } = units.find(({ length }) => Math.abs(left) >= length) ?? units[2]
  const count = Math.max(1, Math.trunc(Math.abs(left) / length))
  const time = `${count} ${count === 1 ? one : many}`
  if (left < 0) return { text: `${time} overdue`, tone: 'error' }
  return { text: `Due in ${time}`, tone: left < 6 * 3_600_000 ? 'warn' : 'neutral' }
}

/** The time left until a deadline; the tooltip has its date. */
export function Due({ at }: { at: string }) {
  const { text, tone } = dueIn(at, Date.now())
  return (
    <time dateTime={at} title={`Promised: ${replyTime(at)}`}>
      <Status tone={tone}>{text}</Status>
    </time>
  )
}

type Reply = { replyBy: string | null; repliedAt: string | null }

/** The state of a reply in a row: the time left, or that it was sent. */
export function ReplyState({ replyBy, repliedAt }: Reply) {
  if (repliedAt) return <Status tone="ok">Replied</Status>
  return replyBy ? <Due at={replyBy} /> : null
}

/** The deadline of a reply with the time left, or when it was sent. */
export function ReplyDue({ replyBy, repliedAt }: Reply) {
  if (repliedAt)
    return (
      <span className="text-faint">
        Replied <When value={repliedAt} />
      </span>
    )
  if (!replyBy) return <span className="text-faint">No due time</span>
  return (
    <>
      <Due at={replyBy} />
      <time dateTime={replyBy} className="block text-faint">
        {replyTime(replyBy)}
      </time>
    </>
  )
}
