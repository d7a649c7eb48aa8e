import { expect, test } from 'vitest'
import { counted } from './counted'

test('says how many, as far as the server counts', () => {
  expect(counted(undefined, 'order')).toBeUndefined()
  expect(counted(0, 'order')).toBe('0 orders')
  expect(counted(1, 'order')).toBe('1 order')
  expect(counted(10_000, 'order')).toBe('10,000 orders')
  expect(counted(10_001, 'entry', 'entries')).toBe('more than 10,000 entries')
})
