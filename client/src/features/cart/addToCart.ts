import type { ApolloClient } from '@apollo/client'
import { errorMessage, serverMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { CartItemAddDocument } from './CartItemAdd.gen'
import { loginToAdd, type PendingItem, savePendingItem } from './pendingItem'

const failed = 'Failed to add to cart'

/**
 * Adds units of a product to the signed-in user's cart and reports the result in toasts, with `view` as their action.
 * Never rejects.
 */
export async function addToCart(client: ApolloClient, input: PendingItem, view?: () => void): Promise<void> {
  const variables = { input: { ...input, idempotencyKey: newIdempotencyKey() } }
  const add = () => client.mutate({ mutation: CartItemAddDocument, variables })
  try {
    // Retries once if there was no response: the idempotency key prevents adding twice.
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
    // The session has ended, which redirects to /login (apollo.ts). The item is added after signing in.
    if (!getToken()) {
      savePendingItem(input)
      return toast.info(loginToAdd)
    }
    toast.error(errorMessage(error) ?? failed)
  }
}
