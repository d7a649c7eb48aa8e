import { expect, test } from 'vitest'
import { readPeriod } from './period'

const now = new Date('2026-03-01T23:30:00Z')
const read = (period: string, from = '', until = '') => readPeriod({ period, from, until }, now)

test.each([
  ['', '2026-01-31', '2026-03-01'],
  ['nonsense', '2026-01-31', '2026-03-01'],
  ['7', '2026-02-23', '2026-03-01'],
  ['90', '2025-12-02', '2026-03-01'],
  ['year', '2026-01-01', '2026-03-01'],
])('the period %j is from %s until %s', (period, from, until) => {
  expect(read(period)).toMatchObject({ from, until })
})

test.each([
  ['2026-01-01', '2026-01-01', undefined],
  ['2024-01-01', '2024-12-31', undefined],
  ['2025-01-01', '2026-01-02', 'Choose at most 366 days.'],
  ['2026-01-02', '2026-01-01', 'The end date must not be before the start date.'],
  ['2026-01-02', '', 'Choose both dates.'],
  ['2026-13-02', '2026-01-01', 'Choose both dates.'],
])('own dates from %s until %s: %s', (from, until, error) => {
  expect(read('own', from, until)).toEqual({ preset: 'own', from, until, error })
})
