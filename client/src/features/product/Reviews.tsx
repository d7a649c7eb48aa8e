import { DateText } from '~/ui/DateText'
import { Section, SectionHeading } from '~/ui/Layout'
import { Rating } from '~/ui/Rating'
import type { Reviews_ProductFragment } from './Reviews.gen'

/** What customers say, newest first. */
export function Reviews({
  product: { rating, numOfReviews, reviews },
}: {
  product: Reviews_ProductFragment
}) {
  const more = numOfReviews - reviews.nodes.length
  return (
    <Section id="reviews" tight>
      <SectionHeading
        label="Reviews"
        title="What customers say"
        action={<Rating value={rating} count={numOfReviews} />}
      />
      <div className="grid gap-8 md:ml-[calc(25%+0.5rem)]">
        {reviews.nodes.length === 0 && <p className="text-muted">Nobody has reviewed this product yet.</p>}
        {reviews.nodes.map((review) => (
          <article key={review.id} className="grid gap-4 border-t pt-5">
            <Rating value={review.rating} />
            <p className="max-w-prose whitespace-pre-line">{review.comment}</p>
            <p className="label text-faint">
              {review.name}, <DateText value={review.createdAt} />
            </p>
          </article>
        ))}
        {more > 0 && (
          <p className="label text-faint">
            The {reviews.nodes.length} newest of {numOfReviews} reviews.
          </p>
        )}
      </div>
    </Section>
  )
}
