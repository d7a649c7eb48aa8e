import { useSyncExternalStore } from 'react'
import type { Quantities } from './optimisticCart'

type CartEditsState = {
  /** Quantities by product that the server has not confirmed; 0 is a removal. */
  unconfirmed: Quantities
  /** Whether a change is running, after which the totals change. */
  busy: boolean
}

const none: CartEditsState = { unconfirmed: new Map(), busy: false }
let state = none
const listeners = new Set<() => void>()

/** The cart's changes (cartEdits.ts), as the badge loads before that module. */
export const cartEditsState = {
  get: () => state,
  set: (next: CartEditsState) => {
    state = next
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useCartEditsState = (): CartEditsState =>
  useSyncExternalStore(subscribe, cartEditsState.get, () => none)
