import { useQuery } from '@apollo/client/react'
import { getToken } from '~/lib/token'
import { useHydrated } from '~/lib/useHydrated'
import { CartDocument } from './Cart.gen'
import { readCartCache, useCartCache } from './cartCache'
import { countUnits } from './optimisticCart'
import { useUnconfirmedQuantities } from './unconfirmedQuantities'

/**
 * Units in the cart of the signed-in user; 0 for a visitor. Until the server has answered they are those of the last time. The
 * cart loads when somebody signs in; standing in the shell, this also keeps the display cache in step.
 */
export function useCartCount(signedIn: boolean): number {
  const { data } = useQuery(CartDocument, { skip: !signedIn })
  useCartCache(signedIn, data?.cart.items)
  const pending = useUnconfirmedQuantities()
  // The server renders the page without it.
  const hydrated = useHydrated()
  if (signedIn && data) return countUnits(data.cart.items, pending)
  return hydrated && getToken() ? countUnits(readCartCache()) : 0
}
