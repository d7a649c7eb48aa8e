import { expect, test } from 'vitest'
import { isStrongPassword, passwordStrength } from './password'

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

test.each([
  ['aB1!aaaa', true],
  ['aB1!aaa', false],
  ['AB1!AAAA', false],
  ['ab1!aaaa', false],
  ['aBc!aaaa', false],
  ['aB1aaaaa', false],
  ['aB1?aaaa', false],
  ['aB1!🦾🦾', false],
])('%j may be a new password: %s', (password, expected) => {
  expect(isStrongPassword(password)).toBe(expected)
})
