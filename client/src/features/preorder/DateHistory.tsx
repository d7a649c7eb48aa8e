import type { DeliveryAnswer } from '~/lib/schema.gen'
import { Day } from '~/ui/DateText'

type Change = {
  before: string | null
  after: string
  reason: string | null
  changedAt: string
  answer: DeliveryAnswer | null
}

const answers: Record<DeliveryAnswer, string> = {
  KEPT: 'You kept your pre-order.',
  CHANGED: 'You changed your pre-order.',
  CANCELLED: 'You cancelled your pre-order.',
}

/** The changes of an expected date, oldest first; nothing before the first change. */
export function DateHistory({ changes }: { changes: readonly Change[] }) {
  const moves = changes.filter(({ before }) => before !== null)
  if (moves.length === 0) return null
  return (
    <ul aria-label="Date changes" className="mt-4 grid gap-2 text-small text-muted">
      {moves.map(({ before, after, reason, changedAt, answer }) => (
        <li key={changedAt} className="border-l-2 pl-4 wrap-anywhere">
          Was <Day value={before as string} />, now <Day value={after} className="text-fg" />: {reason}
          {answer && <span className="block text-faint">{answers[answer]}</span>}
        </li>
      ))}
    </ul>
  )
}
