import { expect, test } from 'vitest'
import { fileSize } from './fileSize'

test.each([
  [1, '1\u00a0bytes'],
  [999, '999\u00a0bytes'],
  [1000, '1\u00a0KB'],
  [449_684, '450\u00a0KB'],
  [999_600, '1.0\u00a0MB'],
  [1_249_000, '1.2\u00a0MB'],
  [25 * 2 ** 20, '26\u00a0MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
