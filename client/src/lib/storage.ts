import { getTokenSubject } from './token'

/**
 * Local storage keys. The first three are fixed by docs/specification.md, as is `token`, which belongs to
 * lib/token.ts alone.
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

/** What says nothing about a person, and so belongs to nobody. */
const unowned: string[] = [storageKeys.announcement, sessionKeys.places]

/** What a visitor has chosen goes along when they sign in. It names a product, never a person. */
const choices: string[] = [storageKeys.preOrderProduct, sessionKeys.wantedItem]

const visitor = 'visitor'

/** In each storage: the owners by key. What has none is a visitor's. */
const ownersKey = 'owners'

/** Whose everything is that is stored now: the id of the person who is signed in, otherwise a visitor's. */
export const currentOwner = (): string => getTokenSubject() ?? visitor

/** JSON in one of the browser's storages. One that is full or blocked only means that nothing is remembered. */
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
        // In this order a value is never there under another owner, even when there is no room for the next one.
        storage().removeItem(key)
        if (!unowned.includes(key)) setOwner([key], currentOwner())
        storage().setItem(key, JSON.stringify(value))
      } catch {
        // Nothing to tell the visitor: the page works without it.
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
 * Read, write and forget what this browser keeps, or this tab. What is written belongs to the signed-in user, or to a visitor,
 * and only they read it. Reading answers null when there is nothing, when it is another person's, when it is broken, or when
 * storage is blocked; the caller checks the shape.
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

/** Forgets everything that has an owner, whoever that is: somebody signs out. */
export function clearOwnedStorage(): void {
  removeStored(...owned(storageKeys))
  removeSession(...owned(sessionKeys))
}
