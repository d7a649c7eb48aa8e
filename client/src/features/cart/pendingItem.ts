import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'

export const loginToAdd = 'Please login to add items to cart'

/** Units of a product to be added to the cart after signing in. */
export type PendingItem = { productId: string; quantity: number }

/** Stores a visitor's item in this tab until they sign in. */
export function savePendingItem(item: PendingItem): void {
  writeSession(sessionKeys.pendingItem, item)
}

export function hasPendingItem(): boolean {
  return readSession(sessionKeys.pendingItem) !== null
}

/** Returns the pending item and removes it. */
export function takePendingItem(): PendingItem | null {
  const stored = readSession(sessionKeys.pendingItem)
  removeSession(sessionKeys.pendingItem)
  return isPendingItem(stored) ? stored : null
}

function isPendingItem(value: unknown): value is PendingItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity } = value as Record<string, unknown>
  return typeof productId === 'string' && Number.isInteger(quantity) && (quantity as number) > 0
}
