import { countLabel } from '~/lib/countLabel'

/**
 * The position in the pre-order queue, starting at 1, and the units ahead of it; no position before the pre-order is
 * confirmed and after it has left the queue.
 */
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
