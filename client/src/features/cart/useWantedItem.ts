import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { takeWanted, wantsSomething } from './wanted'

/** Adds what a visitor wanted as soon as somebody is signed in. Stands once, in the shell. */
export function useWantedItem(signedIn: boolean): void {
  const client = useApolloClient()
  useEffect(() => {
    if (!signedIn || !wantsSomething()) return
    // Few visitors need it. Taken only once it is there, so that a failed load leaves it for the next page.
    import('./addToCart').then(
      ({ addToCart }) => {
        const wanted = takeWanted()
        if (wanted) void addToCart(client, wanted)
      },
      () => undefined,
    )
  }, [signedIn, client])
}
