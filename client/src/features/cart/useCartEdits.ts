import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useSyncExternalStore } from 'react'
import { CartEdits, type CartEditsState } from './cartEdits'

/** One for each client: what is still on its way when the page is left goes on, and is there when somebody comes back. */
const all = new WeakMap<ApolloClient, CartEdits>()

/** The changes of the cart, with what is still unconfirmed. */
export function useCartEdits(): CartEditsState & { edits: CartEdits } {
  const client = useApolloClient()
  const edits = all.get(client) ?? new CartEdits(client)
  all.set(client, edits)
  return { edits, ...useSyncExternalStore(edits.subscribe, edits.getState) }
}
