import { useSyncExternalStore } from 'react'
import type { Quantities } from './optimisticCart'

const none: Quantities = new Map()
let unconfirmed = none
const listeners = new Set<() => void>()

/** Publishes the cart's unconfirmed quantities (cartEdits.ts) to the badge, which loads before that module. */
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
