import { expect, test } from 'vitest'
import { breakEvenMonth, chartMonths, formatWholeAmount, monthsOf, totalsAt } from './costs'

const euros = (amount: string) => ({ amount, currency: 'EUR' })
const costs = { months: 26, rent: euros('2999.00'), purchase: euros('25999.00'), service: euros('1999.00') }

test.each([
  [1, 2999, 27998],
  [12, 35988, 49987],
  [26, 77974, 77973],
  [60, 179940, 145939],
])('after %i months', (months, rented, bought) => {
  expect(totalsAt(costs, months)).toEqual({ rented, bought })
})

test.each([
  [26, 26],
  [8.7, 9],
  [null, null],
])('with a crossing at %s months, buying is cheaper from month %s', (months, from) => {
  expect(breakEvenMonth({ ...costs, months, service: euros(months === 8.7 ? '0.00' : '1999.00') })).toBe(from)
})

test('equal sums are not cheaper yet', () => {
  const even = { months: 10, rent: euros('200.00'), purchase: euros('1000.00'), service: euros('100.00') }
  expect(breakEvenMonth(even)).toBe(11)
})

test('cents are exact', () => {
  const { rented } = totalsAt({ ...costs, rent: euros('0.10') }, 3)
  expect(rented).toBe(0.3)
})

test.each([
  [1, 160, 1],
  [160, 160, 1],
  [161, 160, 2],
  [1920, 160, 12],
  [20_000, 10, 60],
])('%i hours at %i a month are %i months', (hours, hoursAMonth, months) => {
  expect(monthsOf(hours, hoursAMonth)).toBe(months)
})

test.each([
  [8.7, 12, 24],
  [8.7, 25, 36],
  [26, 12, 48],
  [null, 12, 36],
  [1000, 12, 60],
])('a crossing at %s and %i months are drawn up to %i', (crossing, months, horizon) => {
  expect(chartMonths(crossing, months)).toBe(horizon)
})

test('money as people write it', () => {
  expect(formatWholeAmount(35988, 'EUR')).toBe('€35,988')
  expect(formatWholeAmount(0.3, 'EUR')).toBe('€0.30')
  expect(formatWholeAmount(72000, 'EUR', 'compact')).toBe('€72K')
})
