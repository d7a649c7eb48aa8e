import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { addToCart } from './addToCart'
import type { WantedItem } from './wanted'

/** `addToCart` for a page; `adding` is true until the server has answered. */
export function useAddToCart() {
  const client = useApolloClient()
  const [adding, setAdding] = useState(false)
  const add = useCallback(
    async (input: WantedItem): Promise<void> => {
      setAdding(true)
      await addToCart(client, input)
      setAdding(false)
    },
    [client],
  )
  return { add, adding }
}
