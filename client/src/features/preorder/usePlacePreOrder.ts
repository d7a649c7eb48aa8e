import { useMutation } from '@apollo/client/react'
import { errorMessage } from '~/lib/apollo'
import { useIdempotentSend } from '~/lib/useIdempotentSend'
import { clearPreOrderProduct } from './chosenProduct'
import { PreOrderCreateDocument, type PreOrderCreateMutation } from './PreOrderCreate.gen'
import { clearPreOrderDraft } from './preOrderDraft'
import type { PreOrderProduct } from './preOrderProduct'
import type { PreOrderValues } from './preOrderSchema'

export type PlacedPreOrder = NonNullable<PreOrderCreateMutation['preOrderCreate']['preOrder']>

/** Places a pre-order and then removes draft and chosen product. */
export function usePlacePreOrder() {
  const [run] = useMutation(PreOrderCreateDocument)
  return useIdempotentSend(
    async (idempotencyKey, product: PreOrderProduct, values: PreOrderValues) => {
      const { id: productId, productName } = product
      const { data } = await run({
        variables: { input: { ...values, productId, productName, idempotencyKey } },
      })
      const { preOrder = null, userErrors = [] } = data?.preOrderCreate ?? {}
      if (!preOrder) return { ok: false, errors: userErrors, failure: 'Failed to submit pre-order' }
      clearPreOrderDraft(product)
      clearPreOrderProduct(product)
      return { ok: true, value: preOrder }
    },
    (error) => errorMessage(error, 'Something went wrong'),
  )
}
