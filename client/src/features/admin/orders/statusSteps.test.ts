import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Access } from '~/features/admin/shell/access'
import type { OrderStatus } from '~/lib/schema.gen'
import { nextInCommon, nextStatuses, steps as offered, questions } from './statusSteps'

test('offers what the table of shop/order.go allows', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../../shop/order.go'), 'utf8')
  const [, table = ''] = /var orderSteps = [^{]*\{\n([\s\S]*?)\n\}/.exec(source) ?? []
  const graph = (name = '') => name.replace(/\B[A-Z]/g, '_$&').toUpperCase()
  const steps = table
    .replaceAll('\n\t\t', ' ')
    .split('\n')
    .map((line) => {
      const [, from] = /^\tOrder(\w+):/.exec(line) ?? []
      return [graph(from), [...line.matchAll(/to: Order(\w+)/g)].map(([, to]) => graph(to))]
    })
  expect(steps).toHaveLength(7)
  expect(offered).toEqual(Object.fromEntries(steps))
})

test('orders have in common what each of them allows', () => {
  const at = (...statuses: OrderStatus[]) =>
    nextInCommon(
      statuses.map((status) => ({ status, expiredAt: null, cancellable: status === 'PENDING_PAYMENT' })),
      () => true,
    )
  expect(at('PAID')).toEqual(['PROCESSING', 'REFUNDED'])
  expect(at('PAID', 'SHIPPED', 'PAID')).toEqual(['REFUNDED'])
  expect(at('PENDING_PAYMENT', 'PAID')).toEqual([])
  expect(at('CANCELLED')).toEqual([])
})

test('a cancelled order goes on only if it expired', () => {
  const at = (expiredAt: string | null) =>
    nextStatuses({ status: 'CANCELLED', expiredAt, cancellable: false }, () => true)
  expect(at(null)).toEqual([])
  expect(at('2026-03-03T09:00:00Z')).toEqual(['PAID', 'REFUNDED'])
})

test('an order in preparation can be cancelled while it is not paid', () => {
  const at = (cancellable: boolean) =>
    nextStatuses({ status: 'PROCESSING', expiredAt: null, cancellable }, () => true)
  expect(at(false)).toEqual(['SHIPPED', 'REFUNDED'])
  expect(at(true)).toEqual(['SHIPPED', 'CANCELLED', 'REFUNDED'])
})

test('says what a step does to money and stock', () => {
  const openAmount = { amount: '28598.90', currency: 'USD' }
  const asked = (to: OrderStatus, status: OrderStatus) => questions[to].text({ status, openAmount })
  expect(asked('PAID', 'PENDING_PAYMENT')).toBe('Records $28,598.90 as paid by hand and emails the buyer.')
  expect(asked('PAID', 'CANCELLED')).toBe('Records the payment as paid by hand and emails the buyer.')
  expect(asked('REFUNDED', 'PROCESSING')).toContain('Its items return to stock.')
  for (const status of ['SHIPPED', 'DELIVERED', 'CANCELLED'] as const)
    expect(asked('REFUNDED', status)).not.toContain('stock')
  expect(questions.REFUNDED.many([{ status: 'SHIPPED' }])).not.toContain('stock')
  expect(questions.REFUNDED.many([{ status: 'SHIPPED' }, { status: 'PAID' }])).toContain(
    'Unshipped items return',
  )
})

test('staff is offered what it may', () => {
  const at = (...scopes: Access[]) =>
    nextStatuses({ status: 'PROCESSING', expiredAt: null, cancellable: false }, (access) =>
      scopes.includes(access),
    )
  expect(at()).toEqual([])
  expect(at('WRITE_ORDERS')).toEqual(['SHIPPED'])
  expect(at('WRITE_ORDERS', 'WRITE_PAYMENTS')).toEqual(['SHIPPED', 'REFUNDED'])
})
