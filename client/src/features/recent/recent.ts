import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'

/** How many products a page shows. */
const maxShown = 4

/** IDs of recently viewed products, newest first. Only IDs are stored, as other data may change. */
function readAll(): string[] {
  const stored = readStored(storageKeys.recentlyViewed)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** Those to show on a product's page: others only, at most 4. */
export function readRecent(current: string): string[] {
  return readAll()
    .filter((id) => id !== current)
    .slice(0, maxShown)
}

/** Records a product as the newest; one more than shown is stored, as the current one is left out. */
export function recordRecent(id: string): void {
  writeStored(
    storageKeys.recentlyViewed,
    [id, ...readAll().filter((other) => other !== id)].slice(0, maxShown + 1),
  )
}

/** Removes products that no longer exist. */
export function dropRecent(gone: string[]): void {
  writeStored(
    storageKeys.recentlyViewed,
    readAll().filter((id) => !gone.includes(id)),
  )
}

export function clearRecent(): void {
  removeStored(storageKeys.recentlyViewed)
}
