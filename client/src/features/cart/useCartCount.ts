import { useQuery } from '@apollo/client/react'
import { CartDocument } from './Cart.gen'
import { useCartCache } from './cartCache'

/**
 * Units in the signed-in person's cart; 0 for a visitor and until it is known. The cart loads when somebody signs in
 * (spec 4); standing in the shell, this also keeps the display cache in step.
 */
export function useCartCount(signedIn: boolean): number {
  const { data } = useQuery(CartDocument, { skip: !signedIn })
  useCartCache(signedIn, data?.cart.items)
  return (signedIn && data?.cart.itemCount) || 0
}
