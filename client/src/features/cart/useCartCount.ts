import { useQuery } from '@apollo/client/react'
import { CartCountDocument } from './CartCount.gen'

/** Units in the signed-in person's cart; 0 for a visitor and until it is known. */
export function useCartCount(signedIn: boolean): number {
  const { data } = useQuery(CartCountDocument, { skip: !signedIn })
  return (signedIn && data?.cart.itemCount) || 0
}
