/** Local storage keys of spec 9, and our own; `token` belongs to lib/auth/token.ts alone. */
export const storageKeys = {
  cartItems: 'cartItems',
  preOrderProduct: 'preOrderProduct',
  preOrderForm: 'preorder_form',
  recentlyViewed: 'recentlyViewed',
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

/** What a tab keeps over a reload and forgets when it is closed. */
export const sessionKeys = {
  contactForm: 'contact_form',
  handoverForm: 'handover_form',
  chat: 'chat',
} as const

export type SessionKey = (typeof sessionKeys)[keyof typeof sessionKeys]

/** Reads JSON of this tab; null when there is none, it is broken, or storage is blocked. The caller checks the shape. */
export function readSession(key: SessionKey): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Writes JSON for this tab. */
export function writeSession(key: SessionKey, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or blocked: the page works without it.
  }
}

/** Forgets what this tab kept under a key. */
export function removeSession(key: SessionKey): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}
