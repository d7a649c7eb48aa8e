import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'

export const loginToAdd = 'Please login to add items to cart'

/** Units of a product that somebody wants in the cart. */
export type PendingItem = { productId: string; quantity: number }

/** Remembers in this tab what a visitor wanted, until somebody has signed in. */
export function savePendingItem(item: PendingItem): void {
  writeSession(sessionKeys.wantedItem, item)
}

/** Whether there is anything to take. */
export function hasPendingItem(): boolean {
  return readSession(sessionKeys.wantedItem) !== null
}

/** Gives what was wanted, once. */
export function takePendingItem(): PendingItem | null {
  const stored = readSession(sessionKeys.wantedItem)
  removeSession(sessionKeys.wantedItem)
  return isPendingItem(stored) ? stored : null
}

function isPendingItem(value: unknown): value is PendingItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity } = value as Record<string, unknown>
  return typeof productId === 'string' && Number.isInteger(quantity) && (quantity as number) > 0
}
