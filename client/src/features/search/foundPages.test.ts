import { expect, test } from 'vitest'
import { foundPages } from './foundPages'

test.each([
  ['contact', false, ['/contact']],
  ['your ca', false, ['/cart']],
  ['CART your', false, ['/cart']],
  ['faq', false, ['/faq']],
  ['home', false, ['/']],
  ['sign', false, ['/login', '/second-factor']],
  ['sign', true, ['/second-factor']],
  ['your', false, ['/forgot-password', '/profile', '/cart']],
  // Neither screens of the administration nor pages that only a link leads to.
  ['webhooks', true, []],
  ['undo', true, []],
  ['contact submarine', false, []],
  ['ontact', false, []],
  [' ', false, []],
])('%j finds the pages that it begins', (text, signedIn, paths) => {
  expect(foundPages(text, signedIn).map(({ to }) => to)).toEqual(paths)
})
