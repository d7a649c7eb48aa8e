import { expect, test } from 'vitest'
import { dayStart } from '~/features/admin/kit/day'
import { readable } from '~/features/admin/kit/readable'
import { objects, shortId } from './words'

test('values read as text', () => {
  expect(readable('"Paid"')).toBe('Paid')
  expect(readable('""')).toBe('(empty)')
  expect(readable('null')).toBe('(none)')
  expect(readable('[1, 2]')).toBe('1, 2')
  expect(readable('{"city": "Utrecht", "postalCode": "", "open": true}')).toBe('City: Utrecht; Open: Yes')
  expect(readable(null)).toBeNull()
})

test('a day begins at midnight here, and what is no day has no beginning', () => {
  const start = dayStart('2026-03-28')
  expect(start).toBe(new Date(2026, 2, 28).toISOString())
  expect(dayStart('2026-03-28', 1)).toBe(new Date(2026, 2, 29).toISOString())
  for (const text of ['', '28.3.2026', '2026-13-01']) expect(dayStart(text)).toBeUndefined()
})

test('long identifiers show their end', () => {
  expect(shortId('3')).toBe('3')
  expect(shortId('0199a0c2-0000-7000-8000-00001234abcd')).toBe('…1234abcd')
})

test('objects are labelled by their names, and where these do not say it by other words', () => {
  expect(objects.TEAM_MEMBER).toBe('Team member')
  expect(objects.API_KEY).toBe('API key')
})
