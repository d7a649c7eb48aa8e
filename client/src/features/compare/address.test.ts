import { expect, test } from 'vitest'
import { comparisonPath, readComparison } from './address'
import { suggestions } from './suggestions'

test.each([
  ['', [], false, false],
  ['products=', [], false, false],
  ['products=1,3', ['1', '3'], false, false],
  ['products=1,%203,1,,3', ['1', '3'], false, false],
  ['products=1%2C3', ['1', '3'], false, false],
  ['products=1,2,3,4', ['1', '2', '3'], true, false],
  ['products=1,2,3,3', ['1', '2', '3'], false, false],
  ['products=x&only=differences', ['x'], false, true],
  ['products=1&only=all', ['1'], false, false],
])('reads %j', (query, ids, cut, onlyDifferences) => {
  expect(readComparison(new URLSearchParams(query))).toEqual({ ids, cut, onlyDifferences })
})

test('writes what it reads', () => {
  expect(comparisonPath({ ids: [], onlyDifferences: true })).toBe('/compare')
  expect(comparisonPath({ ids: ['1', '3'], onlyDifferences: false })).toBe('/compare?products=1,3')
  expect(comparisonPath({ ids: ['1', 'a b'], onlyDifferences: true })).toBe(
    '/compare?products=1,a%20b&only=differences',
  )
})

test('suggests families, the largest first, three products of each', () => {
  const of = (id: string, category: string) => ({ id, category })
  expect(
    suggestions([
      of('1', 'Arms / Retail'),
      of('2', 'Arms'),
      of('3', 'Bases'),
      of('4', 'Arms'),
      of('5', 'Arms'),
      of('6', 'Retail'),
    ]),
  ).toEqual([
    { name: 'Arms', ids: ['1', '2', '4'] },
    { name: 'Retail', ids: ['1', '6'] },
  ])
})
