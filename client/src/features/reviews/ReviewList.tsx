import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { ReviewArticle } from './ReviewArticle'
import { MoreReviewsDocument, type Reviews_ProductFragment } from './Reviews.gen'

/** The reviews, ten at a time; the user's own (`without`) is shown separately. */
export function ReviewList({
  product: { id, reviews },
  without,
}: {
  product: Reviews_ProductFragment
  without: string | undefined
}) {
  const client = useApolloClient()
  const list = useRef<HTMLDivElement>(null)
  const [loading, setLoading] = useState(false)
  /** The index of the review to focus once it has loaded. */
  const next = useRef<number | null>(null)
  const nodes = reviews.nodes.filter((review) => review.id !== without)
  const { hasNextPage, endCursor } = reviews.pageInfo

  useEffect(() => {
    if (next.current === null || nodes.length <= next.current) return
    list.current?.querySelectorAll<HTMLElement>(':scope > article')[next.current]?.focus()
    next.current = null
  }, [nodes.length])

  async function more(after: string) {
    setLoading(true)
    next.current = nodes.length
    try {
      // The cache appends the page to the product's list.
      await client.query({
        query: MoreReviewsDocument,
        variables: { id, after },
        fetchPolicy: 'network-only',
      })
    } catch {
      next.current = null
      toast.error('Failed to load more reviews. Please try again.')
    }
    setLoading(false)
  }

  return (
    <div ref={list} className="grid gap-8">
      {nodes.map((review) => (
        <ReviewArticle key={review.id} review={review} />
      ))}
      {hasNextPage && endCursor && (
        <div>
          <Button loading={loading} loadingText="Loading..." onClick={() => more(endCursor)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}
