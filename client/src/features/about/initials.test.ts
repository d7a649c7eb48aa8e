import { expect, test } from 'vitest'
import { initials } from './initials'

test.each([
  ['Annelies Verhoeven', 'AV'],
  ['Jan van der Berg', 'JB'],
  ['Madonna', 'M'],
  ['  émile   zola ', 'ÉZ'],
  ['Ada Lovelace (acting)', 'AL'],
  ['𝒜da Lovelace', '𝒜L'],
  ['42', ''],
  ['', ''],
])('%j is stamped %j', (name, stamp) => {
  expect(initials(name)).toBe(stamp)
})
