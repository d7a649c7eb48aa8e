import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { paths } from '~/lib/paths'
import { useHydrated } from '~/lib/useHydrated'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { Section } from '~/ui/Layout'
import { Link } from '~/ui/Link'
import { Money } from '~/ui/Money'
import { Picture } from '~/ui/Picture'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { RecentlyViewedDocument, type RecentlyViewedQuery } from './RecentlyViewed.gen'
import { clearRecent, dropRecent, readRecent, recordRecent } from './recent'

/** Recently viewed products, except the current one, which it records. Nothing if there are none. */
export default function RecentlyViewed({ current }: { current: string }) {
  useEffect(() => recordRecent(current), [current])
  return useHydrated() ? <Seen current={current} /> : null
}

function Seen({ current }: { current: string }) {
  const [ids, setIds] = useState(() => readRecent(current))
  const { data, error, refetch } = useQuery(RecentlyViewedDocument, {
    variables: { ids },
    skip: ids.length === 0,
  })
  const products = data?.productsByIds.filter((product) => product !== null)
  useEffect(() => {
    if (data) dropRecent(ids.filter((_, index) => data.productsByIds[index] === null))
  }, [data, ids])

  if (ids.length === 0 || products?.length === 0) return null
  return (
    <Section id="recent" tight>
      <div className="mb-6 flex items-center justify-between gap-6 border-t pt-5">
        <h2 className="text-lead">Recently viewed</h2>
        <Button
          variant="ghost"
          size="sm"
          aria-label="Clear recently viewed"
          onClick={() => {
            clearRecent()
            setIds([])
          }}
        >
          Clear
        </Button>
      </div>
      {error && (
        <ErrorState
          title="Couldn't load recently viewed products"
          onRetry={() => refetch().catch(() => {})}
        />
      )}
      {products && (
        <ul className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4">
          {products.map((product) => (
            <li key={product.id}>
              <RecentCard product={product} />
            </li>
          ))}
        </ul>
      )}
      {!products && !error && (
        <Loading label="Loading recently viewed products">
          <div className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4">
            {ids.map((id) => (
              <div key={id} className="grid gap-3">
                <Skeleton className="aspect-4/3" />
                <Skeleton className="h-12" />
              </div>
            ))}
          </div>
        </Loading>
      )}
    </Section>
  )
}

function RecentCard({
  product: { id, name, price, image },
}: {
  product: NonNullable<RecentlyViewedQuery['productsByIds'][number]>
}) {
  return (
    <Link to={paths.product(id)} className="group grid gap-3">
      <span className="grid aspect-4/3 bg-ground transition-colors group-hover:bg-raised">
        <Picture
          media={image && { ...image, alt: '' }}
          sizes="(min-width: 64rem) 22vw, 45vw"
          className="size-full min-h-0 min-w-0 object-contain"
        />
      </span>
      <span className="grid gap-1">
        <span className="text-small font-semibold group-hover:text-signal">{name}</span>
        {price ? (
          <Money value={price} className="text-small text-muted" />
        ) : (
          <span className="label text-faint">Coming Soon</span>
        )}
      </span>
    </Link>
  )
}
