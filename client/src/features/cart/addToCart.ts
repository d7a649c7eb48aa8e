import type { ApolloClient } from '@apollo/client'
import { errorMessage, isNetworkError, serverMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { readSession, removeSession, sessionKeys } from '~/lib/storage'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { CartItemAddDocument } from './CartItemAdd.gen'
import { loginToAdd, type PendingItem, savePendingItem } from './pendingItem'

const failed = 'Failed to add to cart'

/**
 * Adds units of a product to the signed-in user's cart and reports the result in toasts, with `view` as their action.
 * Never rejects. Resolves to what may be sent again: the item with its key, if there was no response.
 */
export async function addToCart(
  client: ApolloClient,
  wanted: PendingItem,
  view?: () => void,
): Promise<PendingItem | undefined> {
  const input = { idempotencyKey: newIdempotencyKey(), ...wanted }
  const variables = { input }
  const add = () => client.mutate({ mutation: CartItemAddDocument, variables })
  try {
    // Retries once if there was no response: the idempotency key prevents adding twice.
    const { data } = await add().catch((error) => (serverMessage(error) ? Promise.reject(error) : add()))
    const payload = data?.cartItemAdd
    const line = payload?.cart?.items.find(({ productId }) => productId === input.productId)
    if (!line) {
      toast.error(payload?.userErrors[0]?.message ?? failed)
      return
    }
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
      savePendingItem(wanted)
      toast.info(loginToAdd)
      return
    }
    toast.error(errorMessage(error, failed))
    if (isNetworkError(error)) return input
  }
}

/** Adds the pending item. If there was no response, it stays pending until the next visit. */
export async function addPendingItem(client: ApolloClient): Promise<void> {
  const wanted = takePendingItem()
  const lost = wanted && (await addToCart(client, wanted))
  if (lost) savePendingItem(lost)
}

/** Returns the pending item and removes it. */
export function takePendingItem(): PendingItem | null {
  const stored = readSession(sessionKeys.pendingItem)
  removeSession(sessionKeys.pendingItem)
  return isPendingItem(stored) ? stored : null
}

function isPendingItem(value: unknown): value is PendingItem {
  if (typeof value !== 'object' || value === null) return false
  const { productId, quantity, idempotencyKey = '' } = value as Record<string, unknown>
  return (
    typeof productId === 'string' &&
    typeof idempotencyKey === 'string' &&
    Number.isInteger(quantity) &&
    (quantity as number) > 0
  )
}
