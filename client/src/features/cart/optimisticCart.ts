import type { Amount } from '~/lib/format'
import type { Cart_CartFragment } from './Cart.gen'

/** Quantities by product that the server has not confirmed; 0 is a removal. */
export type Quantities = ReadonlyMap<string, number>

type Line = { productId: string; quantity: number }

/** The number of units in these lines. */
export function countUnits(lines: readonly Line[], unconfirmed?: Quantities): number {
  return lines.reduce((sum, { productId, quantity }) => sum + (unconfirmed?.get(productId) ?? quantity), 0)
}

/**
 * The cart with these quantities, until the server's response replaces it: lines, units and totals, calculated as on
 * the server (shop/cart.go).
 */
export function applyQuantities(cart: Cart_CartFragment, unconfirmed: Quantities): Cart_CartFragment {
  if (!cart.items.some(({ productId }) => unconfirmed.has(productId))) return cart
  const items = cart.items.flatMap((item) => {
    const quantity = unconfirmed.get(item.productId) ?? item.quantity
    const lineTotal = amountLike(item.price, minorOf(item.price) * BigInt(quantity))
    return quantity > 0 ? [{ ...item, quantity, lineTotal }] : []
  })
  const subtotal = items.reduce((sum, { lineTotal }) => sum + minorOf(lineTotal), 0n)
  const tax = roundHalfUp(subtotal * basisPointsOf(cart.taxPercent), 10_000n)
  const shipping = items.length > 0 ? minorOf(cart.shipping) : 0n
  return {
    ...cart,
    items,
    itemCount: countUnits(items),
    subtotal: amountLike(cart.subtotal, subtotal),
    tax: amountLike(cart.tax, tax),
    shipping: amountLike(cart.shipping, shipping),
    total: amountLike(cart.total, subtotal + tax + shipping),
  }
}

const minorOf = ({ amount }: Amount) => BigInt(amount.replace('.', ''))

/** An amount of minor units with as many decimals as `model`. */
function amountLike<Model extends Amount>(model: Model, minor: bigint): Model {
  const decimals = model.amount.split('.')[1]?.length ?? 0
  const digits = minor.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return { ...model, amount: decimals > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits }
}

/** Converts per cent with at most two decimals, such as `8.25`, to hundredths. */
function basisPointsOf(percent: string): bigint {
  const [whole = '0', part = ''] = percent.split('.')
  return BigInt(whole + part.padEnd(2, '0'))
}

const roundHalfUp = (value: bigint, by: bigint) => (2n * value + by) / (2n * by)
