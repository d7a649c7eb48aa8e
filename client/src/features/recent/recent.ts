import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'

/** How many other products a page shows. */
const shown = 4

/** Numbers of the products that were looked at last, the newest first. Only numbers are kept: the rest may change. */
function readAll(): string[] {
  const stored = readStored(storageKeys.recentlyViewed)
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
}

/** Those to show on the page of a product: not itself, at most 4. */
export function readRecent(current: string): string[] {
  return readAll()
    .filter((id) => id !== current)
    .slice(0, shown)
}

/** Puts a product in front; one more than is shown is kept, since the present one never is. */
export function recordRecent(id: string): void {
  writeStored(
    storageKeys.recentlyViewed,
    [id, ...readAll().filter((other) => other !== id)].slice(0, shown + 1),
  )
}

/** Forgets products that no longer exist. */
export function dropRecent(gone: string[]): void {
  writeStored(
    storageKeys.recentlyViewed,
    readAll().filter((id) => !gone.includes(id)),
  )
}

/** Forgets them all. */
export function clearRecent(): void {
  removeStored(storageKeys.recentlyViewed)
}
