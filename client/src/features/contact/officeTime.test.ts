import { expect, test } from 'vitest'
import { officeTime } from './officeTime'

test.each([
  ['winter, before nine', '2026-01-12T07:59:00Z', '08:59', 'CET', false],
  ['winter, nine', '2026-01-12T08:00:00Z', '09:00', 'CET', true],
  ['summer, last minute', '2026-07-10T15:59:00Z', '17:59', 'CEST', true],
  ['summer, six', '2026-07-10T16:00:00Z', '18:00', 'CEST', false],
  ['Saturday noon', '2026-01-17T11:00:00Z', '12:00', 'CET', false],
  ['Sunday noon', '2026-01-18T11:00:00Z', '12:00', 'CET', false],
  ['a holiday', '2026-05-05T10:00:00Z', '12:00', 'CEST', false],
  ['midnight', '2026-01-12T23:00:00Z', '00:00', 'CET', false],
])('%s', (_, instant, time, zone, open) => {
  expect(officeTime(new Date(instant), { opens: 9, closes: 18, holidays: ['2026-05-05'] })).toMatchObject({
    time,
    zone,
    open,
  })
})
