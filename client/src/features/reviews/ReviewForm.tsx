import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { TextArea } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { ProductReviewDocument } from './ProductReview.gen'
import type { Review_ReviewFragment } from './Reviews.gen'
import { type ReviewInput, type ReviewValues, reviewSchema } from './reviewSchema'
import { StarField } from './StarField'

/** Creates or edits the user's review of a product. */
export function ReviewForm({
  productId,
  review,
  author,
  onDone,
}: {
  productId: string
  review: Review_ReviewFragment | null
  /** The author's name that will be shown. */
  author: string
  onDone: () => void
}) {
  const { register, handleSubmit, setError, setFocus, watch, formState } = useForm<
    ReviewInput,
    unknown,
    ReviewValues
  >({
    resolver: zodResolver(reviewSchema),
    defaultValues: { rating: review ? String(review.rating) : null, comment: review?.comment ?? '' },
  })
  // The button that opened the form has been removed.
  useEffect(() => setFocus('rating'), [setFocus])
  const failed = "Couldn't send your review. Please try again."
  const { send, failure } = useSubmit(['rating', 'comment'], setError, failed)

  async function submit(values: ReviewValues) {
    const payload = await send(ProductReviewDocument, { ...values, productId })
    if (!payload?.product) return
    toast.success(review ? 'Review saved' : 'Review published')
    onDone()
  }

  const { errors, isSubmitting } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit(submit)}
      aria-label={review ? 'Edit your review' : 'Write a review'}
      className="ticks grid gap-6 bg-plate p-6 sm:p-8"
    >
      <StarField value={Number(watch('rating'))} error={errors.rating?.message} {...register('rating')} />
      <TextArea
        label="Comment"
        hint={`What works well, and what could be better? Published under your name, ${author}.`}
        error={errors.comment?.message}
        {...register('comment')}
      />
      <div>
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" loading={isSubmitting} loadingText="Sending...">
            {review ? 'Save review' : 'Publish review'}
          </Button>
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
