import { useMutation } from '@apollo/client/react'
import { useCallback, useRef } from 'react'
import { errorMessage } from '~/lib/apollo'
import { ProductReviewDocument } from './ProductReview.gen'
import type { ReviewValues } from './reviewSchema'

export type PostResult = { ok: true } | { ok: false; errors: { message: string; field: string[] | null }[] }

const failed = "Couldn't send your review. Please try again."

/** Creates or edits the user's review. Never rejects; returns null while another request is running. */
export function usePostReview() {
  const [run] = useMutation(ProductReviewDocument)
  const sending = useRef(false)
  return useCallback(
    async (productId: string, values: ReviewValues): Promise<PostResult | null> => {
      if (sending.current) return null
      sending.current = true
      try {
        const { data } = await run({ variables: { input: { ...values, productId } } })
        const { product = null, userErrors = [] } = data?.productReview ?? {}
        if (product) return { ok: true }
        return { ok: false, errors: userErrors.length > 0 ? userErrors : [{ message: failed, field: null }] }
      } catch (error) {
        return { ok: false, errors: [{ message: errorMessage(error, failed), field: null }] }
      } finally {
        sending.current = false
      }
    },
    [run],
  )
}
