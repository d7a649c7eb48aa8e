import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { CartEdits } from './cartEdits'

/** One instance per client, so that changes in progress survive leaving the page. */
const all = new WeakMap<ApolloClient, CartEdits>()

/** Changes the cart. */
export function useCartEdits(): CartEdits {
  const client = useApolloClient()
  const edits = all.get(client) ?? new CartEdits(client)
  all.set(client, edits)
  return edits
}
