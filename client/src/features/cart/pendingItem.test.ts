import { beforeEach, expect, test } from 'vitest'
import { savePendingItem, takePendingItem } from './pendingItem'

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
  ['a number for an id', '{"productId":3,"quantity":1}'],
])('%s is no wish', (_, stored) => {
  sessionStorage.setItem('wantedItem', stored)
  expect(takePendingItem()).toBeNull()
})
