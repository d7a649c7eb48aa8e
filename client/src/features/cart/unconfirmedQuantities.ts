import { useSyncExternalStore } from 'react'
import type { Quantities } from './optimisticCart'

const none: Quantities = new Map()
let unconfirmed = none
const listeners = new Set<() => void>()

/** What the cart's edits (cartEdits.ts) wait for, for the badge, whose code comes before theirs. */
export function setUnconfirmedQuantities(quantities: Quantities): void {
  unconfirmed = quantities
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useUnconfirmedQuantities = (): Quantities =>
  useSyncExternalStore(
    subscribe,
    () => unconfirmed,
    () => none,
  )
