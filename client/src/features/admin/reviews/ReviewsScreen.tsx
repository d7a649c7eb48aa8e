import { useQuery } from '@apollo/client/react'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { Excerpt } from '~/features/admin/kit/Excerpt'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { FilterBar } from '~/features/admin/kit/FilterBar'
import { FilterSelect } from '~/features/admin/kit/FilterSelect'
import { List } from '~/features/admin/kit/List'
import { listState } from '~/features/admin/kit/listState'
import { ScreenHead } from '~/features/admin/kit/ScreenHead'
import { SearchBox } from '~/features/admin/kit/SearchBox'
import { SortSelect, type Sorts, sortOf } from '~/features/admin/kit/SortSelect'
import type { Column } from '~/features/admin/kit/Table'
import { oneOf, useListView } from '~/features/admin/kit/useListView'
import { When } from '~/features/admin/kit/When'
import { counted } from '~/lib/counted'
import { paths } from '~/lib/paths'
import type { ReviewSort } from '~/lib/schema.gen'
import { Rating } from '~/ui/Rating'
import { AdminReviewsDocument } from './AdminReviews.gen'
import { HideReview, type Review } from './HideReview'

const failed = 'Failed to load reviews.'

const names = ['q', 'product', 'rating', 'state', 'sort'] as const
const ratings: Record<string, string> = {
  1: '1 star',
  2: '2 stars',
  3: '3 stars',
  4: '4 stars',
  5: '5 stars',
}
const states = { shown: 'Shown', hidden: 'Hidden' }
const sorts: Sorts<ReviewSort> = [
  { value: 'newest', label: 'Newest', order: 'NEWEST' },
  { value: 'oldest', label: 'Oldest', order: 'OLDEST' },
]

const link =
  'inline-flex min-h-11 items-center underline decoration-control underline-offset-4 wrap-anywhere hover:decoration-fg md:min-h-0'

function columns(ofProduct: (id: string) => string): Column<Review>[] {
  return [
    {
      header: 'Product',
      className: 'md:w-1/5',
      cell: ({ product }) =>
        product ? (
          <div className="grid justify-items-start md:gap-1 md:py-2">
            <Link to={paths.product(product.id)} className={`font-semibold ${link}`}>
              {product.name}
            </Link>
            <Link
              to={ofProduct(product.id)}
              aria-label={`Only this product: ${product.name}`}
              className={`text-faint ${link}`}
            >
              Only this product
            </Link>
          </div>
        ) : (
          <span className="text-faint">Deleted</span>
        ),
    },
    {
      header: 'Review',
      className: 'md:w-2/5',
      cell: ({ rating, comment }) => (
        <div className="grid gap-1 md:py-2">
          <Rating value={rating} />
          {comment ? <Excerpt text={comment} /> : <span className="text-faint">No text</span>}
        </div>
      ),
    },
    {
      header: 'Writer',
      cell: ({ name, createdAt }) => (
        <>
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="text-faint">
            <When value={createdAt} />
          </span>
        </>
      ),
    },
    { header: 'State', className: 'md:w-64', cell: (review) => <HideReview review={review} /> },
  ]
}

/** What customers say about the products, and what of it is shown. */
export function Component() {
  const view = useListView(names)
  const { show, values } = view
  const pickProduct = useCallback((product: string) => show({ product }, { replace: true }), [show])
  const rating = oneOf(ratings, values.rating)
  const state = oneOf(states, values.state)
  const search = values.q.trim()
  const product = values.product.trim()
  const hidden = state && state === 'hidden'
  const result = useQuery(AdminReviewsDocument, {
    variables: {
      filter: {
        search,
        productId: product || undefined,
        rating: rating ? Number(rating) : undefined,
        hidden,
      },
      sort: sortOf(sorts, values.sort).order,
      ...view.paging,
    },
    fetchPolicy: 'cache-and-network',
  })
  const list = listState(result, (data) => data.reviews, failed)
  return (
    <>
      <ScreenHead
        title="Reviews"
        count={counted(list.totalCount, 'review')}
        action={<ExportButton list="reviews" filter={{ search, product, rating, hidden }} />}
      />
      <p className="mb-8 max-w-prose text-muted">
        A hidden review leaves its product's page and rating at once. Its writer still sees it there, marked
        as hidden.
      </p>
      <FilterBar label="Reviews">
        <SearchBox label="Search by writer or text" value={values.q} onPause={view.search} />
        <SearchBox label="Product number" value={values.product} onPause={pickProduct} />
        <FilterSelect
          label="Rating"
          all="All"
          options={ratings}
          value={rating ?? ''}
          onChange={(value) => show({ rating: value })}
        />
        <FilterSelect
          label="State"
          all="All"
          options={states}
          value={state ?? ''}
          onChange={(value) => show({ state: value })}
        />
        <SortSelect sorts={sorts} value={values.sort} onChange={(sort) => show({ sort })} />
      </FilterBar>
      <List
        caption="Reviews"
        columns={columns((product) => view.hrefFor({ product }))}
        list={list}
        view={view}
        none={{ title: 'No reviews yet', message: 'As soon as a customer writes one, it stands here.' }}
      />
    </>
  )
}
