import { useQuery } from '@apollo/client/react'
import { MyReviewDocument } from './Reviews.gen'

/** The user's own review of a product, or null. */
export function useMyReview(productId: string, signedIn: boolean) {
  const { data, error, refetch } = useQuery(MyReviewDocument, {
    variables: { id: productId },
    skip: !signedIn,
  })
  return {
    review: (signedIn && data?.product?.myReview) || null,
    known: !signedIn || data !== undefined,
    failed: error !== undefined,
    onRetry: () => void refetch().catch(() => {}),
  }
}
