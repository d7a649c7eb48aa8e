import { useQuery } from '@apollo/client/react'
import { getToken } from '~/lib/token'
import { useHydrated } from '~/lib/useHydrated'
import { CartDocument } from './Cart.gen'
import { readCartCache, useCartCache } from './cartCache'
import { useCartEditsState } from './cartEditsState'
import { countUnits } from './optimisticCart'

/**
 * Units in the signed-in user's cart; 0 for a visitor. The cached lines count until the server has responded. The cart
 * loads on signing in; as this runs in the layout, it also keeps the cache of its lines up to date.
 */
export function useCartCount(signedIn: boolean): number {
  const { data } = useQuery(CartDocument, { skip: !signedIn })
  useCartCache(signedIn, data?.cart.items)
  const { unconfirmed } = useCartEditsState()
  // The server renders no count.
  const hydrated = useHydrated()
  if (signedIn && data) return countUnits(data.cart.items, unconfirmed)
  return hydrated && getToken() ? countUnits(readCartCache()) : 0
}
