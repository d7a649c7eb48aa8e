import { expect, test } from 'vitest'
import { seekKey } from './SeekBar'

test.each([
  ['ArrowLeft', 15],
  ['ArrowRight', 25],
  ['Home', 0],
  ['End', 90],
  ['Enter', undefined],
])('%s leads from 20 of 90 s to %s', (key, to) => {
  expect(seekKey(key, 20, 90)).toBe(to)
})
