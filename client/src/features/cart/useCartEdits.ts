import { useApolloClient } from '@apollo/client/react'
import { useState, useSyncExternalStore } from 'react'
import { CartEdits, type CartEditsState } from './cartEdits'

/** The changes of the cart that this page makes, with what is still unconfirmed. */
export function useCartEdits(): CartEditsState & { edits: CartEdits } {
  const client = useApolloClient()
  const [edits] = useState(() => new CartEdits(client))
  return { edits, ...useSyncExternalStore(edits.subscribe, edits.getState) }
}
