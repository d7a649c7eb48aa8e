import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Access } from '~/features/admin/shell/access'
import type { OrderStatus } from '~/lib/schema.gen'
import { nextInCommon, nextStatuses, steps as offered } from './statusSteps'

test('offers what the table of shop/order.go allows', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../../shop/order.go'), 'utf8')
  const [, table = ''] = /var orderSteps = [^{]*\{\n([\s\S]*?)\n\}/.exec(source) ?? []
  const graph = (name = '') => name.replace(/\B[A-Z]/g, '_$&').toUpperCase()
  const steps = table.split('\n').map((line) => {
    const [, from] = /^\tOrder(\w+):/.exec(line) ?? []
    return [graph(from), [...line.matchAll(/to: Order(\w+)/g)].map(([, to]) => graph(to))]
  })
  expect(steps).toHaveLength(7)
  expect(offered).toEqual(Object.fromEntries(steps))
})

test('orders have in common what each of them allows', () => {
  const at = (...statuses: OrderStatus[]) =>
    nextInCommon(
      statuses.map((status) => ({ status, expiredAt: null })),
      () => true,
    )
  expect(at('PAID')).toEqual(['PROCESSING', 'REFUNDED'])
  expect(at('PAID', 'SHIPPED', 'PAID')).toEqual(['REFUNDED'])
  expect(at('PENDING_PAYMENT', 'PAID')).toEqual([])
  expect(at('CANCELLED')).toEqual([])
})

test('a cancelled order goes on only if it expired', () => {
  expect(nextStatuses({ status: 'CANCELLED', expiredAt: null }, () => true)).toEqual([])
  expect(nextStatuses({ status: 'CANCELLED', expiredAt: '2026-03-03T09:00:00Z' }, () => true)).toEqual([
    'PAID',
    'REFUNDED',
  ])
})

test('staff is offered what it may', () => {
  const at = (...scopes: Access[]) =>
    nextStatuses({ status: 'PROCESSING', expiredAt: null }, (access) => scopes.includes(access))
  expect(at()).toEqual([])
  expect(at('WRITE_ORDERS')).toEqual(['SHIPPED'])
  expect(at('WRITE_ORDERS', 'WRITE_PAYMENTS')).toEqual(['SHIPPED', 'REFUNDED'])
})
