import { expect, test } from 'vitest'
import { formatDate, formatMoney, formatSeconds } from './format'

test('money keeps every digit of the decimal string', () => {
  expect(formatMoney({ amount: '25999.00', currency: 'USD' })).toBe('$25,999.00')
  expect(formatMoney({ amount: '9007199254740993.07', currency: 'USD' })).toBe('$9,007,199,254,740,993.07')
  expect(formatMoney({ amount: '12', currency: 'EUR' })).toBe('€12.00')
})

test('dates are long and American', () => {
  expect(formatDate('2026-03-01T12:00:00Z')).toBe('March 1, 2026')
})

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [61, '1:01'],
  [3600, '60:00'],
  [Number.NaN, '0:00'],
])('%d s is %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})
