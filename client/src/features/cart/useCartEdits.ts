import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useSyncExternalStore } from 'react'
import { CartEdits, type CartEditsState } from './cartEdits'

/** One instance per client, so that changes in progress survive leaving the page. */
const all = new WeakMap<ApolloClient, CartEdits>()

/** The cart's changes, and the quantities that are not confirmed. */
export function useCartEdits(): CartEditsState & { edits: CartEdits } {
  const client = useApolloClient()
  const edits = all.get(client) ?? new CartEdits(client)
  all.set(client, edits)
  return { edits, ...useSyncExternalStore(edits.subscribe, edits.getState) }
}
