import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { hasPendingItem, takePendingItem } from './pendingItem'

/** Adds what a visitor wanted as soon as somebody is signed in. Stands once, in the shell. */
export function useAddPendingItem(signedIn: boolean): void {
  const client = useApolloClient()
  useEffect(() => {
    if (!signedIn || !hasPendingItem()) return
    // Few visitors need it. Taken only once it is there, so that a failed load leaves it for the next page.
    import('./addToCart').then(
      ({ addToCart }) => {
        const wanted = takePendingItem()
        if (wanted) void addToCart(client, wanted)
      },
      () => undefined,
    )
  }, [signedIn, client])
}
