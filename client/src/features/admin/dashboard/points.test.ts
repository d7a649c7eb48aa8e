import { expect, test } from 'vitest'
import { axisOf, pointsOf, pointText } from './points'

const day = (date: string, orders: number, amount: string) => ({
  date: `${date}T00:00:00Z`,
  orders,
  revenue: { amount, currency: 'USD' },
})

/** So many days from the first of January 2026, a Thursday, each with an order of 0.35. */
const days = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    day(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10), 1, '0.35'),
  )

test('few days stand for themselves', () => {
  const points = pointsOf(days(92))
  expect(points).toHaveLength(92)
  expect(points[0]).toMatchObject({ first: '2026-01-01', last: '2026-01-01', orders: 1 })
})

test('many days become weeks from Monday to Sunday, with exact sums', () => {
  const points = pointsOf(days(93))
  expect(points[0]).toEqual({
    first: '2026-01-01',
    last: '2026-01-04',
    orders: 4,
    revenue: { amount: '1.40', currency: 'USD' },
  })
  expect(points[1]).toEqual({
    first: '2026-01-05',
    last: '2026-01-11',
    orders: 7,
    revenue: { amount: '2.45', currency: 'USD' },
  })
  expect(points.reduce((sum, { orders }) => sum + orders, 0)).toBe(93)
  expect(points.map(pointText)[1]).toBe('Jan 5 to Jan 11, 2026')
})

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [42, [0, 20, 40, 60]],
  [80_001, [0, 50_000, 100_000]],
])('the axis up to %i', (most, axis) => {
  expect(axisOf(most)).toEqual(axis)
})
