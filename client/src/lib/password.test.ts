import { expect, test } from 'vitest'
import { passwordStrength } from './password'

test.each([
  ['', 'Too Short'],
  ['a', 'Very Weak'],
  ['aB', 'Weak'],
  ['aB1', 'Fair'],
  ['aB1!', 'Good'],
  ['aB1!aaaa', 'Strong'],
  ['aaaaaaaa', 'Weak'],
  ['aB1 ', 'Good'],
  ['aB1\naaaa', 'Strong'],
])('%j is %s', (password, label) => {
  expect(passwordStrength(password).label).toBe(label)
})
