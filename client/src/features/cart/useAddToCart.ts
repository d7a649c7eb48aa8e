import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { addToCart } from './addToCart'
import type { PendingItem } from './pendingItem'

/** `addToCart` for components; `adding` is true until the server has responded. */
export function useAddToCart() {
  const client = useApolloClient()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const add = useCallback(
    async (input: PendingItem): Promise<void> => {
      setAdding(true)
      await addToCart(client, input, () => navigate(paths.cart))
      setAdding(false)
    },
    [client, navigate],
  )
  return { add, adding }
}
