import type { ApolloClient } from '@apollo/client'
import { errorMessage, serverMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { CartItemAddDocument } from './CartItemAdd.gen'
import { loginToAdd, type PendingItem, savePendingItem } from './pendingItem'

const failed = 'Failed to add to cart'

/** Puts units of a product into the signed-in person's cart and says how that ended in toasts, with `view` to look at it. Never rejects. */
export async function addToCart(client: ApolloClient, input: PendingItem, view?: () => void): Promise<void> {
  const variables = { input: { ...input, idempotencyKey: newIdempotencyKey() } }
  const add = () => client.mutate({ mutation: CartItemAddDocument, variables })
  try {
    // Once more where no answer came: the key keeps it from counting twice.
    const { data } = await add().catch((error) => (serverMessage(error) ? Promise.reject(error) : add()))
    const payload = data?.cartItemAdd
    const line = payload?.cart?.items.find(({ productId }) => productId === input.productId)
    if (!line) return toast.error(payload?.userErrors[0]?.message ?? failed)
    const added = payload?.added ?? input.quantity
    if (added > 0) {
      const all = line.isPreorder ? 'Added to cart as pre-order!' : 'Added to cart successfully!'
      toast.success(
        added < input.quantity ? `Added ${added} of ${input.quantity} to cart` : all,
        view && { label: 'View cart', act: view },
      )
    }
    for (const { message } of payload?.cart?.warnings ?? []) toast.info(message)
  } catch (error) {
    // The session has ended, which leads to /login (apollo.ts). Signing in adds it.
    if (!getToken()) {
      savePendingItem(input)
      return toast.info(loginToAdd)
    }
    toast.error(errorMessage(error) ?? failed)
  }
}
