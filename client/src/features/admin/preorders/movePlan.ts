import * as z from 'zod/mini'
import { requiredText } from '~/lib/forms'
import type { PreOrderMovePlan } from '~/lib/schema.gen'

const whole = /^-?\d+$/

/** A move of delivery dates. `how` and `which` select the fields for the date and for the pre-orders that apply. */
export const moveSchema = z
  .object({
    queueId: requiredText('Product', 300),
    how: z.enum(['date', 'days']),
    date: z.string(),
    days: z.string().check(z.trim()),
    which: z.enum(['all', 'units', 'place']),
    units: z.string().check(z.trim()),
    fromPosition: z.string().check(z.trim()),
    reason: requiredText('Reason', 300),
  })
  .check(
    needs('date', ({ how, date }) => how !== 'date' || date !== '', 'Date is required'),
    needs('days', ({ how, days }) => how !== 'days' || whole.test(days), 'Days must be a whole number'),
    needs(
      'units',
      ({ which, units }) => which !== 'units' || whole.test(units),
      'Units must be a whole number',
    ),
    needs(
      'fromPosition',
      ({ which, fromPosition }) => which !== 'place' || whole.test(fromPosition),
      'Place must be a whole number',
    ),
  )

type Given = { how: string; date: string; days: string; which: string; units: string; fromPosition: string }

function needs(field: string, holds: (values: Given) => boolean, error: string) {
  // Runs although other fields are invalid, so that all messages appear at once.
  return z.refine<Given>(holds, { path: [field], error, when: () => true })
}

export type MoveValues = z.infer<typeof moveSchema>

export const moveFields = [
  'queueId',
  'date',
  'days',
  'units',
  'fromPosition',
  'reason',
] as const satisfies (keyof MoveValues)[]

export const noMove: MoveValues = {
  queueId: '',
  how: 'date',
  date: '',
  days: '',
  which: 'all',
  units: '',
  fromPosition: '',
  reason: '',
}

/** The values as GraphQL input; `chosen` lists pre-orders by ID instead of by their place in the queue. */
export function planOf(values: MoveValues, chosen?: string[]): PreOrderMovePlan {
  const { queueId, how, date, days, which, units, fromPosition, reason } = values
  return {
    queueId,
    reason,
    ...(how === 'date' ? { date: `${date}T12:00:00Z` } : { days: Number(days) }),
    ...(chosen
      ? { preOrderIds: chosen }
      : which === 'units'
        ? { units: Number(units) }
        : { fromPosition: which === 'all' ? 1 : Number(fromPosition) }),
  }
}
