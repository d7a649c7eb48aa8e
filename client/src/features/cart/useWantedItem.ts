import { useEffect } from 'react'
import { useAddToCart } from './useAddToCart'
import { takeWanted } from './wanted'

/** Adds what a visitor wanted as soon as somebody is signed in. Stands once, in the shell. */
export function useWantedItem(signedIn: boolean): void {
  const { add } = useAddToCart()
  useEffect(() => {
    const wanted = signedIn ? takeWanted() : null
    if (wanted) void add(wanted)
  }, [signedIn, add])
}
