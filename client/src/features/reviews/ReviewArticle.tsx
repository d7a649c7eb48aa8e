import type { ReactNode } from 'react'
import { DateText } from '~/ui/DateText'
import { Rating } from '~/ui/Rating'
import type { Review_ReviewFragment } from './Reviews.gen'

/** One review; `children` are placed beside its rating. */
export function ReviewArticle({ review, children }: { review: Review_ReviewFragment; children?: ReactNode }) {
  return (
    <article tabIndex={-1} className="grid gap-4 border-t pt-5">
      <div className="flex flex-wrap items-center gap-x-4">
        <Rating value={review.rating} />
        {children}
      </div>
      {review.comment && <p className="max-w-prose whitespace-pre-line">{review.comment}</p>}
      <p className="label text-faint">
        {review.name}, {review.verifiedBuyer && 'Verified buyer, '}
        <DateText value={review.createdAt} />
      </p>
    </article>
  )
}
