/** Units of a product that somebody wants in the cart. */
export type WantedItem = { productId: string; quantity: number }

const key = 'wantedItem'

/** Remembers in this tab what a visitor wanted, until somebody has signed in (decisions: cart). */
export function saveWanted(item: WantedItem): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(item))
  } catch {
    // Storage is blocked: the visitor adds it again after signing in.
  }
}

/** Whether there is anything to take. */
export function wantsSomething(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Gives what was wanted, once. */
export function takeWanted(): WantedItem | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    sessionStorage.removeItem(key)
    return isWantedItem(stored) ? stored : null
  } catch {
    return null
  }
}

function isWantedItem(value: unknown): value is WantedItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity } = value as Record<string, unknown>
  return typeof productId === 'string' && Number.isInteger(quantity) && (quantity as number) > 0
}
