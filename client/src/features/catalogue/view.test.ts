import { expect, test } from 'vitest'
import { type CatalogueView, describeFilters, queryOf, readView, viewPath } from './view'

const all: CatalogueView = { category: '', q: '', sort: null, page: 1, compare: [], more: [] }
const read = (query: string) => readView(new URLSearchParams(query))

test('an address without a query shows everything, newest first', () => {
  expect(read('')).toEqual(all)
  expect(viewPath(all)).toBe('?')
})

test('a view survives its address', () => {
  const view: CatalogueView = {
    category: 'domestic',
    q: 'arm & rail ',
    sort: 'price-down',
    page: 3,
    compare: ['3', '1'],
    more: [],
  }
  expect(viewPath(view)).toMatch(/&compare=3,1$/)
  expect(read(viewPath(view))).toEqual(view)
})

test('a search shows the best match first, unless another order was chosen', () => {
  expect(queryOf(read('q=arm')).sortBy).toBe('RELEVANCE')
  expect(queryOf(read('q=+')).sortBy).toBe('CREATED_AT')
  expect(queryOf(read('sort=best')).sortBy).toBe('CREATED_AT')
  expect(viewPath({ ...all, sort: 'best' })).toBe('?')
  expect(viewPath({ ...all, q: 'arm', sort: 'best' })).toBe('?q=arm')
  expect(viewPath({ ...all, q: 'arm', sort: 'newest' })).toBe('?q=arm&sort=newest')
  expect(queryOf(read('q=arm&sort=newest')).sortBy).toBe('CREATED_AT')
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=two',
  'page=0x2',
  'page=02',
  'page=+2',
  'page=1e9',
  'page=Infinity',
  'sort=cheapest',
])('%s makes no sense and is ignored', (query) => expect(read(query)).toEqual(all))

test('a category is found whatever its case', () => {
  expect(read('category=Industrial').category).toBe('industrial')
})

test('a page becomes an offset, and a search loses the spaces around it', () => {
  expect(queryOf({ category: 'retail', q: ' arm ', sort: 'rating', page: 2 })).toEqual({
    filter: { category: 'retail', search: 'arm' },
    sortBy: 'RATING',
    first: 12,
    offset: 12,
  })
})

test.each([
  [{}, ''],
  [{ q: '  ' }, ''],
  [{ category: 'domestic' }, 'category “domestic”'],
  [{ category: 'mobile', q: 'dock ' }, 'category “Mobile Robotics” and search “dock”'],
])('%j reads as "%s"', (change, words) => expect(describeFilters({ ...all, ...change })).toBe(words))
