import { readSession, sessionKeys, writeSession } from '~/lib/storage'

export const loginToAdd = 'Please login to add items to cart'

/**
 * Units of a product to be added to the cart after signing in. The key is that of an attempt whose response was lost.
 */
export type PendingItem = { productId: string; quantity: number; idempotencyKey?: string }

/** Stores a visitor's item in this tab until they sign in. */
export function savePendingItem(item: PendingItem): void {
  writeSession(sessionKeys.pendingItem, item)
}

export function hasPendingItem(): boolean {
  return readSession(sessionKeys.pendingItem) !== null
}
