import { expect, test } from 'vitest'
import { findPages } from './findPages'

test.each([
  ['phone', 'Contact us: +31 20 123 4567, email, address, opening hours'],
  ['phone number', 'Contact us: +31 20 123 4567, email, address, opening hours'],
  ['invoice', 'Your profile: order status, invoices, delivery address'],
  ['order status', 'Your profile: order status, invoices, delivery address'],
  ['change delivery address', 'Your profile: order status, invoices, delivery address'],
  ['When will it arrive?', 'Your profile: order status, invoices, delivery address'],
  ['how to return', 'Terms: warranty, returns, delivery, payment, tax'],
  ['money back', 'Terms: warranty, returns, delivery, payment, tax'],
  ['warranty', 'Terms: warranty, returns, delivery, payment, tax'],
  ['VAT', 'Your cart: total with tax'],
  ['manual', 'Support and resources: manuals, support, newsletter'],
])('%j finds the page that answers it', (text, title) => {
  expect(findPages(text, false)[0]?.title).toBe(title)
})

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
  expect(findPages(text, signedIn).map(({ to }) => to)).toEqual(paths)
})
