import { useSyncExternalStore } from 'react'
import type { Quantities } from './localCart'

const none: Quantities = new Map()
let pending = none
const listeners = new Set<() => void>()

/** What the cart's edits (cartEdits.ts) wait for, for the badge, whose code comes before theirs. */
export function setPending(quantities: Quantities): void {
  pending = quantities
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const usePending = (): Quantities =>
  useSyncExternalStore(
    subscribe,
    () => pending,
    () => none,
  )
