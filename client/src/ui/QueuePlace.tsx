import { countLabel } from '~/lib/countLabel'

/** The place in a queue, 1 is the next one, and what is before it; none before it is confirmed, and for who has left the queue. */
export function QueuePlace({
  position,
  unitsAhead,
  confirmBy,
}: {
  position: number | null
  unitsAhead: number | null
  confirmBy: string | null
}) {
  if (confirmBy !== null) return 'Not confirmed yet'
  if (position === null || unitsAhead === null) return 'Not in the queue'
  return position === 1 ? 'First in line' : `${position}, ${countLabel(unitsAhead, 'unit')} ahead`
}
