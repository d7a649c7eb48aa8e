import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choose, permissions, describe as words } from './permissions'

test('offers the scopes of shop/key.go, and what they need by shop/staff.go', () => {
  const source = (file: string) =>
    readFileSync(join(import.meta.dirname, '../../../../../shop', file), 'utf8')
  const graph = (name = '') =>
    name
      .replace('PreOrders', 'Preorders')
      .replace(/\B[A-Z]/g, '_$&')
      .toUpperCase()
  const [, list = ''] =
    /func StaffScopes\(\) \[\]Scope \{\n\treturn \[\]Scope\{([\s\S]*?)\}/.exec(source('key.go')) ?? []
  const [, needs = ''] = /var neededScope = [^{]*\{([\s\S]*?)\}/.exec(source('staff.go')) ?? []
  const offered = permissions.flatMap((group) => group.permissions)
  expect(offered.map(({ scope }) => scope).sort()).toEqual(
    [...list.matchAll(/\w+/g)].map(([name]) => graph(name)).sort(),
  )
  expect(Object.fromEntries(offered.flatMap((one) => (one.needs ? [[one.scope, one.needs]] : [])))).toEqual(
    Object.fromEntries(
      [...needs.matchAll(/(\w+): +(\w+)/g)].map(([, scope, need]) => [graph(scope), graph(need)]),
    ),
  )
})

test('who may change something may see it', () => {
  expect(choose([], 'WRITE_PAYMENTS', true)).toEqual(['WRITE_PAYMENTS', 'WRITE_ORDERS', 'READ_ORDERS'])
  expect(choose(['READ_ORDERS', 'WRITE_ORDERS', 'WRITE_CONTENT'], 'READ_ORDERS', false)).toEqual([
    'WRITE_CONTENT',
  ])
  expect(choose(['READ_ORDERS'], 'WRITE_ORDERS', true)).toEqual(['READ_ORDERS', 'WRITE_ORDERS'])
})

test('describes a role', () => {
  expect(words(['READ_ORDERS', 'WRITE_ORDERS', 'READ_QUOTES'])).toBe('Orders, Quotes (see only)')
  expect(words([])).toBe('')
})
