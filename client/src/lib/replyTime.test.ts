import { expect, test } from 'vitest'
import { replyTime } from './replyTime'

test.each([
  ['2026-11-24T09:00:00Z', 'Tue 24 Nov, 10:00 (CET)'],
  ['2026-06-24T09:00:00Z', 'Wed 24 Jun, 11:00 (CEST)'],
  ['2026-09-01T07:05:00Z', 'Tue 1 Sep, 09:05 (CEST)'],
  ['2026-03-27T08:30:00Z', 'Fri 27 Mar, 09:30 (CET)'],
  ['2026-03-30T07:30:00Z', 'Mon 30 Mar, 09:30 (CEST)'],
])('%s is %s', (instant, text) => {
  expect(replyTime(instant)).toBe(text)
})
