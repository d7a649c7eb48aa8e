import { expect, test } from 'vitest'
import type { OrderStatus } from '~/lib/schema.gen'
import { timeline } from './orderSteps'

const marks = { done: '+', now: '>', ahead: '-' }
const drawn = (status: OrderStatus, due = false, changes: OrderStatus[] = []) =>
  timeline(
    status,
    changes.map((to) => ({ status: to })),
    due,
  ).map((step) => marks[step.state] + step.status)

test.each<[OrderStatus, string]>([
  ['PENDING_PAYMENT', '>PENDING_PAYMENT -PAID -PROCESSING -SHIPPED -DELIVERED'],
  ['PAID', '+PENDING_PAYMENT >PAID -PROCESSING -SHIPPED -DELIVERED'],
  ['SHIPPED', '+PENDING_PAYMENT +PAID +PROCESSING >SHIPPED -DELIVERED'],
  ['DELIVERED', '+PENDING_PAYMENT +PAID +PROCESSING +SHIPPED >DELIVERED'],
  ['CANCELLED', '+PENDING_PAYMENT >CANCELLED'],
])('%s', (status, expected) => {
  expect(drawn(status).join(' ')).toBe(expected)
})

test.each<[OrderStatus[], string]>([
  [['PAID', 'REFUNDED'], '+PENDING_PAYMENT +PAID >REFUNDED'],
  [['PAID', 'PROCESSING', 'SHIPPED', 'REFUNDED'], '+PENDING_PAYMENT +PAID +PROCESSING +SHIPPED >REFUNDED'],
  [['CANCELLED', 'REFUNDED'], '+PENDING_PAYMENT +CANCELLED >REFUNDED'],
  [['PAID', 'PENDING_PAYMENT', 'CANCELLED'], '+PENDING_PAYMENT >CANCELLED'],
])('an order that ended has the steps that it took: %s', (changes, expected) => {
  expect(drawn(changes.at(-1) ?? 'PAID', false, changes).join(' ')).toBe(expected)
})

test('a payment that is still due is not past', () => {
  expect(drawn('SHIPPED', true).join(' ')).toBe('+PENDING_PAYMENT -PAID +PROCESSING >SHIPPED -DELIVERED')
})
