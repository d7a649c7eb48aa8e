import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nextInCommon, nextStatuses } from './steps'

test('offers what the table of shop/order.go allows', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../shop/order.go'), 'utf8')
  const [, table = ''] = /var orderSteps = [^{]*\{\n([\s\S]*?)\n\}/.exec(source) ?? []
  const graph = (name = '') => name.replace(/\B[A-Z]/g, '_$&').toUpperCase()
  const steps = table.split('\n').map((line) => {
    const [, from] = /^\tOrder(\w+):/.exec(line) ?? []
    return [graph(from), [...line.matchAll(/to: Order(\w+)/g)].map(([, to]) => graph(to))]
  })
  expect(steps).toHaveLength(7)
  expect(nextStatuses).toEqual(Object.fromEntries(steps))
})

test('orders have in common what each of them allows', () => {
  expect(nextInCommon(['PAID'])).toEqual(['PROCESSING', 'REFUNDED'])
  expect(nextInCommon(['PAID', 'SHIPPED', 'PAID'])).toEqual(['REFUNDED'])
  expect(nextInCommon(['PENDING_PAYMENT', 'PAID'])).toEqual([])
  expect(nextInCommon(['CANCELLED'])).toEqual([])
})
