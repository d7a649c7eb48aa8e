import { expect, test } from 'vitest'
import { moved } from './moved'

test('moves one of many up or down, but not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
