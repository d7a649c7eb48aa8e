import type { ApolloClient } from '@apollo/client'
import { serverMessage } from '~/lib/apollo'
import { newKey } from '~/lib/newKey'
import { toast } from '~/ui/toasts'
import { CartItemAddDocument } from './CartItemAdd.gen'
import type { WantedItem } from './wanted'

const failed = 'Failed to add to cart'

/** Puts units of a product into the signed-in person's cart and says how that ended in toasts (spec 8). Never rejects. */
export async function addToCart(client: ApolloClient, input: WantedItem): Promise<void> {
  const variables = { input: { ...input, idempotencyKey: newKey() } }
  const add = () => client.mutate({ mutation: CartItemAddDocument, variables })
  try {
    // Once more where no answer came: the key keeps it from counting twice.
    const { data } = await add().catch((error) => (serverMessage(error) ? Promise.reject(error) : add()))
    const payload = data?.cartItemAdd
    const line = payload?.cart?.items.find(({ productId }) => productId === input.productId)
    if (!line) return toast.error(payload?.userErrors[0]?.message ?? failed)
    toast.success(line.isPreorder ? 'Added to cart as pre-order!' : 'Added to cart successfully!')
    for (const { message } of payload?.cart?.warnings ?? []) toast.info(message)
  } catch (error) {
    toast.error(serverMessage(error) ?? failed)
  }
}
