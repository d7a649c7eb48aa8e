import { Section, SectionHeading } from '~/ui/Layout'
import { Rating } from '~/ui/Rating'
import { OwnReview } from './OwnReview'
import { ReviewList } from './ReviewList'
import type { Reviews_ProductFragment } from './Reviews.gen'
import { useMyReview } from './useMyReview'

/** Reviews of a product: the user's own first, then the newest. */
export default function Reviews({
  product,
  author,
}: {
  product: Reviews_ProductFragment
  /** The signed-in user's name; null for a visitor, undefined while the session is being checked. */
  author: string | null | undefined
}) {
  const { id, rating, numOfReviews } = product
  const my = useMyReview(id, author != null)
  return (
    <Section id="reviews" tight>
      <SectionHeading
        label="Reviews"
        title="What customers say"
        action={<Rating value={rating} count={numOfReviews} />}
      />
      <div className="grid gap-8 md:ml-[calc(25%+0.5rem)]">
        <OwnReview productId={id} author={author} {...my} />
        {numOfReviews === 0 && <p className="text-muted">No reviews yet. Be the first to write one.</p>}
        <ReviewList product={product} without={my.review?.id} />
      </div>
    </Section>
  )
}
