import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { Disclosure } from '~/ui/Disclosure'
import { ErrorState } from '~/ui/ErrorState'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { SpecTable } from '~/ui/SpecTable'
import { DashList } from './DashList'
import { SheetDetailsDocument, type SheetDetailsQuery } from './SheetDetails.gen'

type Details = NonNullable<SheetDetailsQuery['product']>

type Part = 'specs' | 'modules' | 'tags'

/**
 * The collapsible parts of a data sheet, loaded when one is opened: without them a catalogue page is a third smaller.
 */
export function SheetDetails({ id }: { id: string }) {
  const fold = <P extends Part>(title: string, part: P, show: (items: Details[P]) => ReactNode) => (
    <Disclosure title={title} className="lg:col-span-4">
      <Opened id={id} part={part}>
        {show}
      </Opened>
    </Disclosure>
  )
  return (
    <div className="mt-4 grid gap-x-8 lg:grid-cols-12">
      {fold('Specifications', 'specs', (specs) => (
        <div className="gap-8 sm:columns-2 lg:columns-3">
          {specs.map((group) => (
            <div key={group.title} className="break-inside-avoid pt-1 pb-8">
              <SpecTable caption={group.title} items={group.items} />
            </div>
          ))}
        </div>
      ))}
      {fold('Included Modules / Parts', 'modules', (modules) => (
        <DashList items={modules} className="sm:grid-cols-2 lg:grid-cols-3" />
      ))}
      {fold('Tags', 'tags', (tags) => (
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
      ))}
    </div>
  )
}

function Opened<P extends Part>({
  id,
  part,
  children,
}: {
  id: string
  part: P
  children: (items: Details[P]) => ReactNode
}) {
  const { data, loading, refetch } = useQuery(SheetDetailsDocument, {
    variables: { id },
    notifyOnNetworkStatusChange: true,
  })
  if (data?.product)
    return data.product[part][0] ? (
      children(data.product[part])
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
