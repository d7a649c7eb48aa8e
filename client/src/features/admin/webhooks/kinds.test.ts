import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kinds } from './kinds'

test('offers every kind of shop/event.go but the test of a webhook', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../../shop/event.go'), 'utf8')
  const found = [...source.matchAll(/^\tEvent\w+ +EventKind = "([\w.]+)"/gm)].map(([, kind]) => kind)
  expect(found).toEqual([...Object.keys(kinds), 'webhook.tested'])
})
