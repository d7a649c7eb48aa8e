import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setToken } from '~/lib/token'
import { openApp, vera } from '~/test/app'

const arm = 'Robotic Arm with Linear Rail'
const money = (amount: number) => ({ __typename: 'Money', amount: amount.toFixed(2), currency: 'USD' })

/** A cart of one arm, which was put into it at another price. */
const cart = {
  __typename: 'Cart',
  items: [
    {
      __typename: 'CartItem',
      id: '1',
      productId: '1',
      name: arm,
      image: { __typename: 'Media', url: '/arm.svg', alt: 'An arm', width: 4, height: 3, widths: [] },
      price: money(25_999),
      addedPrice: money(24_000),
      quantity: 1,
      lineTotal: money(25_999),
      stock: 5,
      maxQuantity: 5,
      isPreorder: false,
      expectedDelivery: null,
      delivery: null,
    },
  ],
  itemCount: 1,
  subtotal: money(25_999),
  taxPercent: 10,
  tax: money(2599.9),
  shipping: money(0),
  total: money(28_598.9),
}

test('a price that has changed since is shown', async () => {
  setToken('good')
  openApp('/cart', { Me: vera, Cart: { data: { cart } } })
  await screen.findByText(`Quantity of ${arm}`)
  const message = 'Price changed: it was $24,000.00 when you added it.'
  expect(screen.getByRole('main').textContent).toContain(message)
})
