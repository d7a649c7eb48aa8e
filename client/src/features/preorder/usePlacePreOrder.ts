import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { errorMessage } from '~/lib/apollo'
import { newIdempotencyKey } from '~/lib/idempotencyKey'
import { clearPreOrderProduct } from './chosenProduct'
import { PreOrderCreateDocument, type PreOrderCreateMutation } from './PreOrderCreate.gen'
import { clearPreOrderDraft } from './preOrderDraft'
import type { PreOrderProduct } from './preOrderProduct'
import type { PreOrderValues } from './preOrderSchema'

export type PlacedPreOrder = NonNullable<PreOrderCreateMutation['preOrderCreate']['preOrder']>

export type PlaceResult =
  | { ok: true; preOrder: PlacedPreOrder }
  | { ok: false; refused: true; errors: { message: string; field: string[] | null }[] }
  | { ok: false; refused: false; message: string }

/**
 * Places a pre-order and then removes draft and chosen product. Never rejects; returns null while another one is being
 * placed, so that a double click orders once.
 */
export function usePlacePreOrder() {
  const [run] = useMutation(PreOrderCreateDocument)
  const sending = useRef(false)
  // Kept after a lost answer: the same pre-order sent again is placed once.
  const key = useRef<string>(undefined)
  return useCallback(
    async (product: PreOrderProduct, values: PreOrderValues): Promise<PlaceResult | null> => {
      if (sending.current) return null
      sending.current = true
      key.current ??= newIdempotencyKey()
      try {
        const { data } = await run({
          variables: {
            input: {
              ...values,
              productId: product.id,
              productName: product.productName,
              idempotencyKey: key.current,
            },
          },
        })
        const { preOrder = null, userErrors = [] } = data?.preOrderCreate ?? {}
        if (!preOrder) return { ok: false, refused: true, errors: userErrors }
        key.current = undefined
        clearPreOrderDraft(product)
        clearPreOrderProduct(product)
        return { ok: true, preOrder }
      } catch (error) {
        return { ok: false, refused: false, message: errorMessage(error, 'Something went wrong') }
      } finally {
        sending.current = false
      }
    },
    [run],
  )
}
