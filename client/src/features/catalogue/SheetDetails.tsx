import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { ErrorState } from '~/ui/ErrorState'
import { Fold } from '~/ui/Fold'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { SpecTable } from '~/ui/SpecTable'
import { Lines } from './Lines'
import { SheetDetailsDocument, type SheetDetailsQuery } from './SheetDetails.gen'

type Details = NonNullable<SheetDetailsQuery['product']>

/** What a sheet keeps behind titles. It is loaded when one is opened: the first page of a catalogue is a third smaller without it. */
export function SheetDetails({ id }: { id: string }) {
  return (
    <div className="mt-4 grid gap-x-8 lg:grid-cols-12">
      <Fold title="Specifications" className="lg:col-span-4">
        <Opened id={id} stated={({ specs }) => specs.length > 0}>
          {({ specs }) => (
            <div className="gap-8 sm:columns-2 lg:columns-3">
              {specs.map((group) => (
                <div key={group.title} className="break-inside-avoid pt-1 pb-8">
                  <SpecTable caption={group.title} items={group.items} />
                </div>
              ))}
            </div>
          )}
        </Opened>
      </Fold>
      <Fold title="Included Modules / Parts" className="lg:col-span-4">
        <Opened id={id} stated={({ modules }) => modules.length > 0}>
          {({ modules }) => <Lines items={modules} className="sm:grid-cols-2 lg:grid-cols-3" />}
        </Opened>
      </Fold>
      <Fold title="Tags" className="lg:col-span-4">
        <Opened id={id} stated={({ tags }) => tags.length > 0}>
          {({ tags }) => (
            <ul className="flex flex-wrap gap-x-6">
              {tags.map((tag) => (
                <li key={tag}>
                  <Link
                    to={paths.search(tag)}
                    className="inline-flex min-h-11 items-center text-small text-muted hover:text-signal"
                  >
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Opened>
      </Fold>
    </div>
  )
}

function Opened({
  id,
  stated,
  children,
}: {
  id: string
  stated: (details: Details) => boolean
  children: (details: Details) => ReactNode
}) {
  const { data, loading, refetch } = useQuery(SheetDetailsDocument, {
    variables: { id },
    notifyOnNetworkStatusChange: true,
  })
  if (data?.product)
    return stated(data.product) ? (
      children(data.product)
    ) : (
      <p className="text-small text-muted">None stated.</p>
    )
  if (loading)
    return (
      <Loading label="Loading details">
        <Skeleton className="h-24" />
      </Loading>
    )
  return <ErrorState title="Couldn't load the details" onRetry={() => refetch().catch(() => {})} />
}
