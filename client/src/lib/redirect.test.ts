import { expect, test } from 'vitest'
import { fromState, safePath } from './redirect'

test.each([
  ['/cart', '/cart'],
  ['/products?q=arm#specs', '/products?q=arm#specs'],
  ['//evil.example/cart', '/profile'],
  ['/\\evil.example', '/profile'],
  ['/\t/evil.example', '/profile'],
  ['/..//evil.example', '/profile'],
  ['https://evil.example', '/profile'],
  ['javascript:alert(1)', '/profile'],
  ['cart', '/profile'],
  ['', '/profile'],
  [null, '/profile'],
  [{ pathname: '/cart' }, '/profile'],
])('%j leads to %s', (target, path) => {
  expect(safePath(target, '/profile')).toBe(path)
})

test('reads the origin out of navigation state of any shape', () => {
  expect(fromState({ from: '/cart' }, '/profile')).toBe('/cart')
  expect(fromState(null, '/profile')).toBe('/profile')
  expect(fromState('text', '/profile')).toBe('/profile')
})
