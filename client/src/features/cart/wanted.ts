import { readSession, removeSession, sessionKeys, writeSession } from '~/lib/storage'

export const loginToAdd = 'Please login to add items to cart'

/** Units of a product that somebody wants in the cart. */
export type WantedItem = { productId: string; quantity: number }

/** Remembers in this tab what a visitor wanted, until somebody has signed in. */
export function saveWanted(item: WantedItem): void {
  writeSession(sessionKeys.wantedItem, item)
}

/** Whether there is anything to take. */
export function wantsSomething(): boolean {
  return readSession(sessionKeys.wantedItem) !== null
}

/** Gives what was wanted, once. */
export function takeWanted(): WantedItem | null {
  const stored = readSession(sessionKeys.wantedItem)
  removeSession(sessionKeys.wantedItem)
  return isWantedItem(stored) ? stored : null
}

function isWantedItem(value: unknown): value is WantedItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity } = value as Record<string, unknown>
  return typeof productId === 'string' && Number.isInteger(quantity) && (quantity as number) > 0
}
