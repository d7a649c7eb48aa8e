import { expect, test } from 'vitest'
import { formatCount, formatDate, formatMoney, formatPeriod, formatSeconds } from './format'

test('money keeps every digit of the decimal string', () => {
  expect(formatMoney({ amount: '25999.00', currency: 'USD' })).toBe('$25,999.00')
  expect(formatMoney({ amount: '9007199254740993.07', currency: 'USD' })).toBe('$9,007,199,254,740,993.07')
  expect(formatMoney({ amount: '12', currency: 'EUR' })).toBe('€12.00')
})

test.each(['0', '12', '5.5', '999.90', '1000.00', '25999.00', '1234567.05', '-1250.50', '0.125'])(
  'money: %s as a browser writes it',
  (amount) => {
    for (const currency of ['USD', 'EUR', 'GBP', 'JPY', 'CHF'])
      expect(formatMoney({ amount, currency })).toBe(
        new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount as `${number}`),
      )
  },
)

test.each([0, 999, 1000, 10_000, -1_234_567])('counts: %s as a browser writes it', (count) => {
  expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count))
})

test('dates are long and American', () => {
  expect(formatDate('2026-03-01T12:00:00Z')).toBe('March 1, 2026')
})

test.each(['2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', '2026-03-01T12:00:00+02:00'])(
  'dates: %s as a browser writes it',
  (instant) => {
    const long = { year: 'numeric', month: 'long', day: 'numeric' } as const
    for (const timeZone of ['UTC', undefined] as const)
      expect(formatDate(instant, timeZone)).toBe(
        new Intl.DateTimeFormat('en-US', { ...long, timeZone }).format(new Date(instant)),
      )
  },
)

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [61, '1:01'],
  [3600, '60:00'],
  [Number.NaN, '0:00'],
])('%d s is %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})

test.each([
  ['2026-12-16', '2026-12-21', 'December 16–21, 2026'],
  ['2026-11-30', '2026-12-04', 'November 30 – December 4, 2026'],
  ['2026-12-30', '2027-01-04', 'December 30, 2026 – January 4, 2027'],
  ['2027-01-23', '2027-01-23', 'January 23, 2027'],
])('%s to %s is %s', (from, until, text) => {
  expect(formatPeriod({ from: `${from}T12:00:00Z`, until: `${until}T12:00:00Z` })).toBe(text)
})
