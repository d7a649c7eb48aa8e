import { useAction } from '~/features/admin/kit/useAction'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { type AdminReviewFragment, ReviewHideDocument } from './AdminReviews.gen'

type ListedReview = Omit<AdminReviewFragment, ' $fragmentName'>

/** Hides or shows a review, optimistically. The response has the product's new rating. */
export function HideReview({ review }: { review: ListedReview }) {
  const { run, send, shown: hidden } = useAction({ value: review.hidden })

  function choose(wanted: boolean) {
    void run(() => send(ReviewHideDocument, { id: review.id, hidden: wanted }), {
      expect: wanted,
      failed: 'Failed to change the review.',
      done: ({ review }) => (review ? messageFor(review) : ''),
      undo: () => choose(!wanted),
    })
  }

  return (
    <div className="flex items-center justify-between gap-x-4">
      {hidden ? <Status tone="warn">Hidden</Status> : <Status tone="ok">Shown</Status>}
      <Button
        size="sm"
        variant="ghost"
        aria-label={`${hidden ? 'Show' : 'Hide'} the review by ${review.name}`}
        onClick={() => choose(!hidden)}
      >
        {hidden ? 'Show again' : 'Hide'}
      </Button>
    </div>
  )
}

function messageFor({ name, hidden, product }: ListedReview): string {
  const state = `The review by ${name} is ${hidden ? 'hidden' : 'shown again'}.`
  if (!product) return state
  const { ratings, numOfReviews: count } = product
  if (count === 0) return `${state} ${product.name} has no rating now.`
  return `${state} ${product.name} has ${ratings.toFixed(1)} of 5 from ${count} ${count === 1 ? 'review' : 'reviews'} now.`
}
