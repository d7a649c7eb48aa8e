import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storageKeys, writeStored } from '~/lib/storage'
import { setToken } from '~/lib/token'
import { type CartItem, readCartCache, useCartCache } from './cartCache'

const usd = (amount: string) => ({ amount, currency: 'USD' })
const arm: CartItem = {
  id: 'line-3',
  productId: '3',
  name: 'Fixed Arm',
  image: { url: '/images/products/fixed-arm.svg', alt: 'An arm', width: 960, height: 720, widths: [] },
  price: usd('22999.00'),
  addedPrice: usd('22999.00'),
  quantity: 2,
  lineTotal: usd('45998.00'),
  stock: 3,
  maxQuantity: 3,
  isPreorder: false,
  expectedDelivery: null,
  delivery: null,
}

const stored = () => localStorage.getItem(storageKeys.cartItems)

test('keeps the lines of each answer', () => {
  const { rerender } = renderHook(({ items }) => useCartCache(true, items), {
    initialProps: { items: [arm] },
  })
  expect(readCartCache()).toEqual([arm])
  rerender({ items: [{ ...arm, quantity: 3 }] })
  expect(readCartCache()[0]?.quantity).toBe(3)
  rerender({ items: [] })
  expect(stored()).toBe('[]')
})

test('stays while a stored token is being checked, and goes when nobody is signed in', () => {
  setToken('a token')
  writeStored(storageKeys.cartItems, [arm])
  const { rerender } = renderHook(() => useCartCache(false, undefined))
  expect(readCartCache()).toEqual([arm])
  setToken(null)
  rerender()
  expect(stored()).toBeNull()
})

test.each([
  ['broken JSON', '[{'],
  ['an object', '{}'],
  ['a line without a price', JSON.stringify([{ ...arm, price: undefined }])],
  ['a currency that is none', JSON.stringify([{ ...arm, price: { amount: '1', currency: 'dollars' } }])],
  ['a date that is none', JSON.stringify([{ ...arm, expectedDelivery: 'soon' }])],
  ['a quantity that is no number', JSON.stringify([{ ...arm, quantity: '2' }])],
  ['a picture without an address', JSON.stringify([{ ...arm, image: {} }])],
])('%s counts as no cache', (_, text) => {
  localStorage.setItem(storageKeys.cartItems, text)
  expect(readCartCache()).toEqual([])
})
