/** Local storage keys of spec 9, and our own; `token` belongs to lib/auth/token.ts alone. */
export const storageKeys = {
  cartItems: 'cartItems',
  preOrderProduct: 'preOrderProduct',
  preOrderForm: 'preorder_form',
  recentlyViewed: 'recentlyViewed',
  partMass: 'partMass',
} as const

/** What a tab keeps over a reload and forgets when it is closed. */
export const sessionKeys = {
  contactForm: 'contact_form',
  handoverForm: 'handover_form',
  chat: 'chat',
  checkout: 'checkout',
  wantedItem: 'wantedItem',
  places: 'places',
  playgroundKey: 'playground_key',
} as const

export type SessionKey = (typeof sessionKeys)[keyof typeof sessionKeys]

/** JSON in one of the browser's storages. One that is full or blocked only means that nothing is remembered. */
function keeper<Key extends string>(storage: () => Storage) {
  return {
    read(key: Key): unknown {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null')
      } catch {
        return null
      }
    },
    write(key: Key, value: unknown): void {
      try {
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // Nothing to tell the visitor: the page works without it.
      }
    },
    remove(...keys: Key[]): void {
      try {
        for (const key of keys) storage().removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}

/**
 * Read, write and forget what this browser keeps, or this tab. Reading answers null when there is nothing, when it is
 * broken, or when storage is blocked; the caller checks the shape.
 */
export const {
  read: readStored,
  write: writeStored,
  remove: removeStored,
} = keeper<(typeof storageKeys)[keyof typeof storageKeys]>(() => localStorage)
export const {
  read: readSession,
  write: writeSession,
  remove: removeSession,
} = keeper<SessionKey>(() => sessionStorage)
