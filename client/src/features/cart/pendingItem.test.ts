import { beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '~/lib/apollo'
import { setToken } from '~/lib/token'
import { mockGraph } from '~/test/mockGraph'
import { addPendingItem, takePendingItem } from './addToCart'
import { savePendingItem } from './pendingItem'

beforeEach(() => sessionStorage.clear())

test('what was wanted is given once', () => {
  expect(takePendingItem()).toBeNull()
  savePendingItem({ productId: '3', quantity: 2 })
  expect(takePendingItem()).toEqual({ productId: '3', quantity: 2 })
  expect(takePendingItem()).toBeNull()
})

test('the last wish counts', () => {
  savePendingItem({ productId: '3', quantity: 2 })
  savePendingItem({ productId: '1', quantity: 1 })
  expect(takePendingItem()).toEqual({ productId: '1', quantity: 1 })
})

test.each([
  ['broken JSON', '{'],
  ['a bare number', '3'],
  ['a product without a number of units', '{"productId":"3"}'],
  ['half a unit', '{"productId":"3","quantity":0.5}'],
  ['no unit', '{"productId":"3","quantity":0}'],
  ['a number for a key', '{"productId":"3","quantity":1,"idempotencyKey":1}'],
  ['a number for an id', '{"productId":3,"quantity":1}'],
])('%s is no wish', (_, stored) => {
  sessionStorage.setItem('wantedItem', stored)
  expect(takePendingItem()).toBeNull()
})

test('what was wanted stays, with its key, when there was no response', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setToken('good')
  savePendingItem({ productId: '3', quantity: 2 })
  const lost = mockGraph({ CartItemAdd: new TypeError('Failed to fetch') })
  const client = createClient(() => {})
  await addPendingItem(client)
  const calls = mockGraph({
    CartItemAdd: { data: { cartItemAdd: { cart: null, added: 0, userErrors: [{ message: 'Sold out' }] } } },
  })
  await addPendingItem(client)
  const keyOf = ({ variables }: (typeof calls)[number]) =>
    (variables.input as { idempotencyKey: string }).idempotencyKey
  expect(new Set([...lost, ...calls].map(keyOf)).size).toBe(1)
  expect(calls).toHaveLength(1)
  expect(takePendingItem()).toBeNull()
  setToken(null)
  client.stop()
  vi.unstubAllGlobals()
})
