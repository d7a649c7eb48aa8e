import { useMutation } from '@apollo/client/react'
import { useCallback } from 'react'
import { serverMessage } from '~/lib/apollo'
import { toast } from '~/ui/toasts'
import { CartItemAddDocument } from './CartItemAdd.gen'
import type { WantedItem } from './wanted'

/**
 * Puts units of a product into the signed-in person's cart and says how that ended in toasts (spec 8). `add` never
 * rejects; `adding` is true until the server has answered.
 */
export function useAddToCart() {
  const [run, { loading: adding }] = useMutation(CartItemAddDocument)
  const add = useCallback(
    async (input: WantedItem): Promise<void> => {
      try {
        const { data } = await run({ variables: { input } })
        const payload = data?.cartItemAdd
        const line = payload?.cart?.items.find(({ productId }) => productId === input.productId)
        if (!line) return toast.error(payload?.userErrors[0]?.message ?? failed)
        toast.success(line.isPreorder ? 'Added to cart as pre-order!' : 'Added to cart successfully!')
        for (const { message } of payload?.cart?.warnings ?? []) toast.info(message)
      } catch (error) {
        toast.error(serverMessage(error) ?? failed)
      }
    },
    [run],
  )
  return { add, adding }
}

const failed = 'Failed to add to cart'
