/** Local storage keys of spec 9; `token` belongs to lib/auth/token.ts alone. */
export const storageKeys = {
  cartItems: 'cartItems',
  preOrderProduct: 'preOrderProduct',
  preOrderForm: 'preorder_form',
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** Reads JSON; null when there is none, it is broken, or storage is blocked. The caller checks the shape. */
export function readStored(key: StorageKey): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Writes JSON; a full or blocked storage only means that nothing is remembered. */
export function writeStored(key: StorageKey, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing to tell the visitor: the page works without it.
  }
}

/** Forgets the given keys. */
export function removeStored(...keys: StorageKey[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
