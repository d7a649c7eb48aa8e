import { expect, it } from 'vitest'
import type { AdminSearchQuery } from './AdminSearch.gen'
import { screensFor, thingsFor } from './results'

const none: AdminSearchQuery = {
  orders: { nodes: [], totalCount: 0 },
  customers: { nodes: [], totalCount: 0 },
  inventory: { nodes: [], totalCount: 0 },
  products: { nodes: [] },
  contactMessages: { nodes: [], totalCount: 0 },
}
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const found: AdminSearchQuery = {
  ...none,
  orders: {
    nodes: [{ id: 'o1', number: 'OR-1', status: 'PAID', buyer: { ...ada, deleted: false } }],
    totalCount: 3,
  },
  customers: { nodes: [ada], totalCount: 1 },
}
const texts = (text: string) => screensFor(text, () => true).results.map((result) => result.text)

it('finds screens by the beginnings of their words', () => {
  expect(texts('')).toEqual(expect.arrayContaining(['Dashboard', 'Orders', 'Settings', 'Playground']))
  expect(texts(' ord ')).toEqual(['Orders', 'Pre-orders'])
  expect(texts('api k')).toEqual(['API keys'])
  expect(texts('keys')).toEqual(['API keys'])
  expect(texts('eys')).toEqual([])
})

it('finds only screens that the user may open', () => {
  const titles = screensFor('', (access) => access === 'READ_ORDERS').results.map(({ text }) => text)
  expect(titles).toEqual(['Orders'])
})

it('leaves out empty groups, and leads to the rest of a long one', () => {
  expect(thingsFor(none, 'ada')).toEqual([])
  const [orders, customers] = thingsFor(found, 'ada & co')
  expect(orders?.results.map(({ to, text }) => [to, text])).toEqual([
    ['/admin/orders?order=o1', 'OR-1'],
    ['/admin/orders?q=ada+%26+co', 'Show all 3 orders'],
  ])
  expect(customers?.results).toMatchObject([
    { to: '/admin/customers?customer=u1', detail: 'ada@example.com' },
  ])
})

it('puts customers first for an email address', () => {
  expect(thingsFor(found, 'ada').map(({ title }) => title)).toEqual(['Orders', 'Customers'])
  expect(thingsFor(found, 'ada@').map(({ title }) => title)).toEqual(['Customers', 'Orders'])
})

it('finds products by their model codes, too', () => {
  const product = (id: string, model: string) => ({
    id,
    name: `Robot ${id}`,
    model,
    stock: 2,
    listed: true,
    comingSoon: false,
    isPreorder: false,
  })
  const data: AdminSearchQuery = {
    ...none,
    inventory: { nodes: [product('1', 'RA-1')], totalCount: 1 },
    products: { nodes: [product('1', 'RA-1'), product('2', 'RO-2'), product('3', 'XX-3')] },
  }
  const [products] = thingsFor(data, 'ro')
  expect(products?.results.map(({ text }) => text)).toEqual(['Robot 1', 'Robot 2'])
  expect(products?.total).toBe(2)
})
