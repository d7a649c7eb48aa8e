import { expect, test } from 'vitest'
import { countLabel } from './countLabel'

test('says how many, as far as the server counts', () => {
  expect(countLabel(undefined, 'order')).toBeUndefined()
  expect(countLabel(0, 'order')).toBe('0 orders')
  expect(countLabel(1, 'order')).toBe('1 order')
  expect(countLabel(10_000, 'order')).toBe('10,000 orders')
  expect(countLabel(10_001, 'entry', 'entries')).toBe('more than 10,000 entries')
})
