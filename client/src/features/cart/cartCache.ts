import { useEffect } from 'react'
import type { Amount } from '~/lib/format'
import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'
import { getToken } from '~/lib/token'
import type { Cart_CartFragment } from './Cart.gen'

export type CartItem = Cart_CartFragment['items'][number]

/** The lines of the last response, shown while the cart loads; empty if there are none. */
export function readCartCache(): CartItem[] {
  const stored = readStored(storageKeys.cartItems)
  return Array.isArray(stored) && stored.every(isCartItem) ? stored : []
}

/** Stores the lines of each response, and removes them after signing out. */
export function useCartCache(signedIn: boolean, items: CartItem[] | undefined): void {
  useEffect(() => {
    if (items) writeStored(storageKeys.cartItems, items)
  }, [items])
  // Runs after every render, because the token is not React state: while there is one, the session is still being
  // checked.
  useEffect(() => {
    if (!signedIn && !getToken()) removeStored(storageKeys.cartItems)
  })
}

/** Whether a stored line has everything that is rendered, so that a stale or edited cache can't break the page. */
function isCartItem(value: unknown): value is CartItem {
  if (typeof value !== 'object' || value === null) return false
  const item = value as Partial<Record<keyof CartItem, unknown>>
  return (
    [item.id, item.productId, item.name].every((text) => typeof text === 'string') &&
    [item.quantity, item.maxQuantity].every(Number.isInteger) &&
    [item.price, item.addedPrice, item.lineTotal].every(isAmount) &&
    typeof item.isPreorder === 'boolean' &&
    (item.expectedDelivery === null || !Number.isNaN(Date.parse(String(item.expectedDelivery)))) &&
    (item.image === null || isImage(item.image))
  )
}

function isAmount(value: unknown): value is Amount {
  const { amount, currency } = Object(value)
  return typeof amount === 'string' && /^[A-Z]{3}$/.test(currency)
}

function isImage(value: unknown): boolean {
  const { url, alt, widths = [] } = Object(value)
  return typeof url === 'string' && typeof alt === 'string' && Array.isArray(widths)
}
