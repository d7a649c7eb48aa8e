import { useRef, useState } from 'react'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { Badge } from '~/ui/Badge'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useLazyModule } from '~/ui/useLazyModule'
import { ReviewArticle } from './ReviewArticle'
import type { Review_ReviewFragment } from './Reviews.gen'

// Loaded on demand with its validation: most visitors never write a review.
const loadForm = () => import('./ReviewForm')

/** The user's own review, a button to write one, or for visitors a link to sign in. */
export function OwnReview({
  productId,
  author,
  review,
  known,
  failed,
  onRetry,
}: {
  productId: string
  author: string | null | undefined
  review: Review_ReviewFragment | null
  known: boolean
  failed: boolean
  onRetry: () => void
}) {
  const [writing, setWriting] = useState(false)
  const form = useLazyModule(loadForm)
  const place = useRef<HTMLDivElement>(null)
  if (author === undefined) return <Skeleton className="h-12 w-48" />
  if (author === null)
    return (
      <p className="text-muted">
        <Link
          to={paths.login}
          state={{ from: `${paths.product(productId)}#reviews` } satisfies FromState}
          className="inline-flex min-h-11 items-center text-fg underline hover:text-signal"
        >
          Sign in to write a review
        </Link>
      </p>
    )
  if (failed) return <ErrorState title="Couldn't load your review" onRetry={onRetry} />
  if (!known) return <Skeleton className="h-12 w-48" />

  async function write() {
    setWriting(true)
    if (!(await form.load())) setWriting(false)
  }

  function done() {
    setWriting(false)
    // The focused form has been removed.
    place.current?.focus()
  }

  return (
    <div ref={place} tabIndex={-1}>
      {writing ? (
        form.part ? (
          <form.part.ReviewForm productId={productId} review={review} author={author} onDone={done} />
        ) : (
          <Loading label="Loading the form">
            <Skeleton className="h-96" />
          </Loading>
        )
      ) : review ? (
        <ReviewArticle review={review}>
          <Badge>{review.hidden ? 'Your review (hidden)' : 'Your review'}</Badge>
          <Button variant="ghost" size="sm" aria-label="Edit your review" onClick={write}>
            Edit
          </Button>
        </ReviewArticle>
      ) : (
        <Button onClick={write}>Write a review</Button>
      )}
    </div>
  )
}
