import { useLinkFrom } from '~/features/admin/kit/address'
import { ProductLink } from '~/features/admin/kit/controls'
import { choice, search, sorting } from '~/features/admin/kit/filters'
import { ListScreen } from '~/features/admin/kit/ListScreen'
import { Excerpt, When } from '~/features/admin/kit/values'
import type { ReviewSort } from '~/lib/schema.gen'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Rating } from '~/ui/Rating'
import { AdminReviewsDocument } from './AdminReviews.gen'
import { HideReview } from './HideReview'

const ratings: Record<string, string> = {
  1: '1 star',
  2: '2 stars',
  3: '3 stars',
  4: '4 stars',
  5: '5 stars',
}

const filters = {
  q: search('Author or text'),
  product: search('Product number'),
  rating: choice('Rating', ratings),
  state: choice('State', { shown: 'Shown', hidden: 'Hidden' }),
  sort: sorting<ReviewSort>([
    { value: 'newest', label: 'Newest', order: 'NEWEST' },
    { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
  ]),
}

/** The reviews of all products, with their visibility. */
export default function ReviewsScreen() {
  return (
    <ListScreen
      title="Reviews"
      noun={['review', 'reviews']}
      query={AdminReviewsDocument}
      filters={filters}
      variables={({ q, product, rating, state, sort }) => ({
        filter: {
          search: q,
          productId: product || undefined,
          rating: rating ? Number(rating) : undefined,
          hidden: state && state === 'hidden',
        },
        sort,
      })}
      file={{
        list: 'reviews',
        filter: ({ q, product, rating, state }) => ({
          search: q,
          product,
          rating,
          hidden: state && state === 'hidden',
        }),
      }}
      failed="Failed to load reviews."
      none={{ title: 'No reviews yet', message: 'New reviews appear here.' }}
      columns={[
        {
          header: 'Product',
          className: '[--min:8rem] min-[90rem]:[--min:14rem]',
          cut: ({ product }) => product?.name ?? '',
          cell: ({ product }) =>
            product ? (
              <div className="items-center gap-x-1 md:flex">
                <ProductLink id={product.id} className="font-semibold md:truncate">
                  {product.name}
                </ProductLink>
                <OnlyProduct {...product} />
              </div>
            ) : (
              <span className="text-faint">Deleted</span>
            ),
        },
        {
          header: 'Rating',
          cell: ({ rating }) => (
            <div className="*:whitespace-nowrap lg:max-[90rem]:*:[&>:last-child]:sr-only">
              <Rating value={rating} />
            </div>
          ),
        },
        {
          header: 'Review',
          className: '[--min:8rem]',
          cut: ({ comment }) => comment,
          cell: ({ comment }) =>
            comment ? <Excerpt text={comment} /> : <span className="text-faint">No text</span>,
        },
        {
          header: 'Author',
          className: '[--min:5rem] min-[90rem]:[--min:7.5rem]',
          cut: ({ name }) => name,
          cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
        },
        { header: 'Date', cell: ({ createdAt }) => <When value={createdAt} short /> },
        { header: 'State', cell: (review) => <HideReview review={review} /> },
      ]}
    >
      <p className="mb-6 max-w-prose text-small text-muted">
        Hidden reviews don't appear on product pages or count towards ratings. Only their author still sees
        them.
      </p>
    </ListScreen>
  )
}

/** Filters the list by product. */
function OnlyProduct({ id, name }: { id: string; name: string }) {
  const linkFrom = useLinkFrom()
  return (
    <Link
      {...linkFrom((from) => {
        const next = new URLSearchParams(from)
        next.set('product', id)
        next.delete('page')
        return `?${next}`
      })}
      aria-label={`Only this product: ${name}`}
      title="Only this product"
      className="inline-flex min-h-11 items-center gap-2 text-faint underline underline-offset-4 hover:text-fg md:min-w-11 md:justify-center"
    >
      <Icon name="search" className="size-4 shrink-0" />
      <span className="md:hidden">Only this product</span>
    </Link>
  )
}
