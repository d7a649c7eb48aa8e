import { expect, test } from 'vitest'
import { DateTimeFormat, NumberFormat } from './intl'
import { Parameters } from './parameters'

const browser = globalThis.Intl

test.each(['0', '5', '999.9', '1000.00', '25999.00', '1234567.05', '-1250.5'])(
  'formats %s as a browser does',
  (amount) => {
    for (const currency of ['USD', 'EUR', 'GBP'])
      expect(new NumberFormat('en-US', { currency }).format(amount)).toBe(
        new browser.NumberFormat('en-US', { style: 'currency', currency }).format(amount as `${number}`),
      )
  },
)

test.each([0, 999, 10_000, -1_234_567])('formats %s as a browser does', (count) => {
  expect(new NumberFormat('en-US').format(count)).toBe(new browser.NumberFormat('en-US').format(count))
})

test('fails where it knows no format', () => {
  expect(() => new NumberFormat('en-US', { currency: 'JPY' })).toThrow(RangeError)
  expect(() => new NumberFormat('en-US', { currency: 'USD' }).format('a lot')).toThrow(RangeError)
})

test.each(['2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z'])('formats %s as a browser does', (instant) => {
  const long = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  expect(new DateTimeFormat().format(new Date(instant))).toBe(
    new browser.DateTimeFormat('en-US', long).format(new Date(instant)),
  )
})

test.each(['', '?category=retail&q=a+b%26c', 'x=1&x=2&y='])('reads %j as a browser does', (query) => {
  const [ours, theirs] = [new Parameters(query), new URLSearchParams(query)]
  for (const name of ['category', 'q', 'x', 'y', 'z']) {
    expect(ours.get(name)).toBe(theirs.get(name))
    expect(ours.getAll(name)).toEqual(theirs.getAll(name))
  }
  ours.set('x', 'ä b')
  theirs.set('x', 'ä b')
  expect([...new URLSearchParams(ours.toString())].sort()).toEqual([...theirs].sort())
})
