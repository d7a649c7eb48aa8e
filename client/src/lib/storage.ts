import { getTokenSubject } from './token'

/**
 * Local storage keys. The first three are fixed by docs/specification.md, as is `token`, which only lib/token.ts uses.
 */
export const storageKeys = {
  cartItems: 'cartItems',
  preOrderProduct: 'preOrderProduct',
  preOrderForm: 'preorder_form',
  recentlyViewed: 'recentlyViewed',
  partMass: 'partMass',
  playground: 'playground',
  adminMenu: 'adminMenu',
  announcement: 'announcement',
} as const

/** Session storage keys: kept over a reload, dropped with the tab. */
export const sessionKeys = {
  contactForm: 'contact_form',
  handoverForm: 'handover_form',
  chat: 'chat',
  checkout: 'checkout',
  pendingItem: 'wantedItem',
  scrollPositions: 'places',
  playgroundKey: 'playground_key',
} as const

export type SessionKey = (typeof sessionKeys)[keyof typeof sessionKeys]

/** Keys of values that are not personal and so have no owner. */
const unowned: string[] = [storageKeys.announcement, sessionKeys.scrollPositions]

/** Keys whose values a visitor keeps when signing in. They name a product, never a person. */
const choices: string[] = [storageKeys.preOrderProduct, sessionKeys.pendingItem]

const visitor = 'visitor'

/** In each storage: owners by key. Values without an owner belong to visitors. */
const ownersKey = 'owners'

/** The owner of values written now: the signed-in user's ID, or a visitor. */
export const currentOwner = (): string => getTokenSubject() ?? visitor

/** JSON in one of the browser's storages. If storage is full or blocked, nothing is remembered. */
function keeper<Key extends string>(storage: () => Storage) {
  function parsed(key: string): unknown {
    try {
      return JSON.parse(storage().getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  function setOwner(keys: readonly string[], owner: string) {
    const owners = { ...Object(parsed(ownersKey)) }
    for (const key of keys) {
      if (owner === visitor) delete owners[key]
      else owners[key] = owner
    }
    if (Object.keys(owners).length > 0) storage().setItem(ownersKey, JSON.stringify(owners))
    else storage().removeItem(ownersKey)
  }
  function mayRead(key: string): boolean {
    if (unowned.includes(key)) return true
    const owner = Object(parsed(ownersKey))[key] ?? visitor
    return owner === currentOwner() || (owner === visitor && choices.includes(key))
  }
  return {
    read: (key: Key): unknown => (mayRead(key) ? parsed(key) : null),
    write(key: Key, value: unknown): void {
      try {
        // In this order a value never has the wrong owner, even if the next write exceeds the quota.
        storage().removeItem(key)
        if (!unowned.includes(key)) setOwner([key], currentOwner())
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // Ignored: the page works without storage.
      }
    },
    remove(...keys: Key[]): void {
      try {
        for (const key of keys) storage().removeItem(key)
        setOwner(keys, visitor)
      } catch {
        // As above.
      }
    },
  }
}

/**
 * Read, write and remove values in local or session storage. A value belongs to the signed-in user or to visitors, and
 * only its owner reads it. Reading returns null if there is no value, it belongs to another owner, it is not JSON, or
 * storage is blocked; the caller checks its shape.
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

const owned = <Key extends string>(keys: Record<string, Key>) =>
  Object.values(keys).filter((key) => !unowned.includes(key))

/** Removes all values that have an owner, on signing out. */
export function clearOwnedStorage(): void {
  removeStored(...owned(storageKeys))
  removeSession(...owned(sessionKeys))
}
