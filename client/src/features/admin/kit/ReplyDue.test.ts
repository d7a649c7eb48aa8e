import { expect, test } from 'vitest'
import { dueIn } from './ReplyDue'

test.each([
  ['2026-03-01T12:00:00Z', 'Due in 1 day', 'neutral'],
  ['2026-03-01T11:59:00Z', 'Due in 23 hours', 'neutral'],
  ['2026-02-28T17:59:00Z', 'Due in 5 hours', 'warn'],
  ['2026-02-28T12:00:20Z', 'Due in 1 min', 'warn'],
  ['2026-02-28T11:59:50Z', '1 min overdue', 'error'],
  ['2026-02-27T12:01:00Z', '23 hours overdue', 'error'],
  ['2026-02-26T11:00:00Z', '2 days overdue', 'error'],
])('at noon what is due at %s is %j', (at, text, tone) => {
  expect(dueIn(at, Date.parse('2026-02-28T12:00:00Z'))).toEqual({ text, tone })
})
