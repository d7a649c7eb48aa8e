import { expect, test } from 'vitest'
import type { Cart_CartFragment } from './Cart.gen'
import { applyQuantities, countUnits } from './optimisticCart'

const money = (amount: string, currency = 'USD') => ({ amount, currency })

function line(productId: string, price: string, quantity: number) {
  return {
    id: `line-${productId}`,
    productId,
    name: `Robot ${productId}`,
    image: null,
    price: money(price),
    addedPrice: money(price),
    quantity,
    lineTotal: money('0.00'),
    stock: 9,
    maxQuantity: 9,
    isPreorder: false,
    expectedDelivery: null,
    delivery: null,
  }
}

function cart(items: Cart_CartFragment['items'], taxPercent = '10', shipping = '0.00'): Cart_CartFragment {
  const sum = money('0.00')
  return {
    items,
    itemCount: 0,
    subtotal: sum,
    taxPercent,
    tax: sum,
    shipping: money(shipping),
    total: sum,
  }
}

const sums = ({ subtotal, tax, shipping, total }: Cart_CartFragment) =>
  [subtotal, tax, shipping, total].map(({ amount }) => amount)

test('adds up what is wanted as the server does', () => {
  const shown = applyQuantities(
    cart([line('1', '25999.00', 1), line('3', '22999.00', 1)]),
    new Map([['1', 2]]),
  )
  expect(shown.items.map(({ quantity, lineTotal }) => [quantity, lineTotal.amount])).toEqual([
    [2, '51998.00'],
    [1, '22999.00'],
  ])
  expect(sums(shown)).toEqual(['74997.00', '7499.70', '0.00', '82496.70'])
  expect(shown.itemCount).toBe(3)
})

// The cases of TestPercent in shop/money_test.go are the same.
test.each([
  ['0.05', '10', '0.01'],
  ['0.04', '10', '0.00'],
  ['0.15', '10', '0.02'],
  ['19.99', '8.25', '1.65'],
  ['19.99', '21', '4.20'],
  ['10.00', '0', '0.00'],
])('of %s, %s per cent are %s: half a cent is rounded up', (price, percent, tax) => {
  expect(applyQuantities(cart([line('1', price, 2)], percent), new Map([['1', 1]])).tax.amount).toBe(tax)
})

test('is right beyond what a float can hold', () => {
  const shown = applyQuantities(cart([line('1', '99999999999.99', 1)], '10', '15.00'), new Map([['1', 9]]))
  expect(sums(shown)).toEqual(['899999999999.91', '89999999999.99', '15.00', '990000000014.90'])
})

test('keeps the decimals of the currency', () => {
  const yen = { ...line('1', '500', 1), price: money('500', 'JPY') }
  const none = money('0', 'JPY')
  const shown = applyQuantities(
    { ...cart([yen]), subtotal: none, tax: none, shipping: none, total: none },
    new Map([['1', 3]]),
  )
  expect(sums(shown)).toEqual(['1500', '150', '0', '1650'])
})

test('a line that is taken out counts nothing, and an empty cart ships for nothing', () => {
  const two = cart([line('1', '10.00', 1), line('3', '5.00', 2)], '10', '15.00')
  expect(sums(applyQuantities(two, new Map([['1', 0]])))).toEqual(['10.00', '1.00', '15.00', '26.00'])
  const none = applyQuantities(
    two,
    new Map([
      ['1', 0],
      ['3', 0],
    ]),
  )
  expect([none.items, sums(none)]).toEqual([[], ['0.00', '0.00', '0.00', '0.00']])
})

test("is the server's cart where nothing else is wanted", () => {
  const served = cart([line('1', '10.00', 1)])
  expect(applyQuantities(served, new Map())).toBe(served)
  expect(applyQuantities(served, new Map([['7', 2]]))).toBe(served)
})

test('counts units, with what is wanted of them', () => {
  const lines = [line('1', '1.00', 2), line('3', '1.00', 3)]
  expect(countUnits(lines)).toBe(5)
  expect(countUnits(lines, new Map([['3', 0]]))).toBe(2)
})
