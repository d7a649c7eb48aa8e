import { beforeEach, expect, test } from 'vitest'
import { clearRecent, dropRecent, readRecent, recordRecent } from './recent'

beforeEach(() => localStorage.clear())

const stored = () => JSON.parse(localStorage.getItem('recentlyViewed') ?? 'null')

test('the newest stands first, once, and five are kept', () => {
  for (const id of ['1', '2', '3', '1', '4', '5', '6']) recordRecent(id)
  expect(stored()).toEqual(['6', '5', '4', '1', '3'])
})

test('a page shows the four others', () => {
  for (const id of ['1', '2', '3', '4', '5']) recordRecent(id)
  expect(readRecent('5')).toEqual(['4', '3', '2', '1'])
  expect(readRecent('9')).toEqual(['5', '4', '3', '2'])
})

test('what is gone is forgotten, and so is all', () => {
  for (const id of ['1', '2', '3']) recordRecent(id)
  dropRecent(['2', '9'])
  expect(stored()).toEqual(['3', '1'])
  clearRecent()
  expect(readRecent('9')).toEqual([])
})

test.each(['{', '{"1":2}', '"3"', '[1,null,"3"]'])('%s in the storage breaks nothing', (text) => {
  localStorage.setItem('recentlyViewed', text)
  expect(readRecent('1')).toEqual(text.includes('null') ? ['3'] : [])
})
