import { useMutation } from '@apollo/client/react'
import { useQuick } from '~/features/admin/kit/StatusSelect'
import { serverMessage } from '~/lib/apollo'
import { Status } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { type AdminReviewFragment, ReviewHideDocument } from './AdminReviews.gen'

export type Review = Omit<AdminReviewFragment, ' $fragmentName'>

const failed = 'Failed to change the review.'

/**
 * Whether a review is shown, and the way to the opposite. It counts at once and goes back when it has failed; the answer says
 * what has become of the product's rating.
 */
export function HideReview({ review }: { review: Review }) {
  const [run] = useMutation(ReviewHideDocument)
  const [hidden, choose] = useQuick(review.hidden, save)

  async function save(wanted: boolean) {
    try {
      const { data } = await run({ variables: { input: { id: review.id, hidden: wanted } } })
      const changed = data?.reviewHide.review
      if (changed) toast.success(told(changed))
      else toast.error([failed, data?.reviewHide.userErrors[0]?.message].filter(Boolean).join(' '))
    } catch (error) {
      toast.error([failed, serverMessage(error)].filter(Boolean).join(' '))
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {hidden ? <Status tone="warn">Hidden</Status> : <Status tone="ok">Shown</Status>}
      <Button
        size="sm"
        aria-label={`${hidden ? 'Show' : 'Hide'} the review by ${review.name}`}
        onClick={() => choose(!hidden)}
      >
        {hidden ? 'Show again' : 'Hide'}
      </Button>
    </div>
  )
}

function told({ name, hidden, product }: Review): string {
  const state = `The review by ${name} is ${hidden ? 'hidden' : 'shown again'}.`
  if (!product) return state
  const { ratings, numOfReviews: count } = product
  if (count === 0) return `${state} ${product.name} has no rating now.`
  return `${state} ${product.name} has ${ratings.toFixed(1)} of 5 from ${count} ${count === 1 ? 'review' : 'reviews'} now.`
}
