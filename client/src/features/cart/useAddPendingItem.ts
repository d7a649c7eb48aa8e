import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { hasPendingItem } from './pendingItem'

/** Adds a visitor's pending item to the cart after signing in. Used once, in the layout. */
export function useAddPendingItem(signedIn: boolean): void {
  const client = useApolloClient()
  useEffect(() => {
    if (!signedIn || !hasPendingItem()) return
    // Loaded on demand, as few visitors need it. The item is only taken once the code has loaded, so that a failure
    // keeps it.
    import('./addToCart').then(
      ({ addPendingItem }) => addPendingItem(client),
      () => undefined,
    )
  }, [signedIn, client])
}
