import { useQuery } from '@apollo/client/react'
import { lowStockList } from '~/features/admin/kit/stock'
import { useMay } from '~/features/admin/shell/access'
import { formatCount } from '~/lib/format'
import { paths } from '~/lib/paths'
import { Dot, type Tone } from '~/ui/Dot'
import { Link } from '~/ui/Link'
import { Skeleton } from '~/ui/Skeleton'
import { OpenTasksDocument, type OpenTasksQuery } from './OpenTasks.gen'

/** The open tasks of the user, whatever the period, with links to their lists. */
export function OpenTasks() {
  const may = useMay()
  const shown = {
    messages: may('READ_CONTACTS'),
    orders: may('READ_ORDERS'),
    products: may('WRITE_PRODUCTS'),
    preOrders: may('READ_PREORDERS'),
  }
  const none = !Object.values(shown).includes(true)
  const { data, error } = useQuery(OpenTasksDocument, {
    variables: shown,
    skip: none,
    fetchPolicy: 'cache-and-network',
  })
  const count = (list: keyof OpenTasksQuery) => data?.[list]?.totalCount ?? (error ? null : undefined)
  if (none) return null
  return (
    <ul aria-label="Open tasks" className="mb-8 grid grid-cols-2 gap-3 xl:grid-cols-4">
      {shown.messages && (
        <Tile
          label="Messages to answer"
          tone="warn"
          count={count('messages')}
          to={`${paths.adminContacts}?status=PENDING&sort=due`}
        />
      )}
      {shown.orders && (
        <Tile
          label="Waiting for payment"
          tone="warn"
          count={count('unpaid')}
          to={`${paths.adminOrders}?status=PENDING_PAYMENT&sort=oldest`}
        />
      )}
      {shown.products && <Tile label="Low stock" tone="error" count={count('lowStock')} to={lowStockList} />}
      {shown.preOrders && (
        <Tile
          label="Pending pre-orders"
          tone="info"
          count={count('preOrders')}
          to={`${paths.adminPreOrders}?status=PENDING&confirmed=yes&sort=due`}
        />
      )}
    </ul>
  )
}

function Tile({
  label,
  tone,
  count,
  to,
}: {
  label: string
  tone: Tone
  /** Undefined while it loads, null if it could not be loaded. */
  count: number | null | undefined
  to: string
}) {
  return (
    <li>
      <Link
        to={to}
        className="grid h-24 content-between rounded-plate border bg-plate p-3 transition-colors sm:px-4 hover:border-control hover:bg-raised"
      >
        <span className="label flex items-baseline gap-2 text-muted">
          <Dot tone={count ? tone : 'neutral'} />
          {label}
        </span>
        {count === undefined ? (
          <Skeleton className="h-8 w-12" />
        ) : (
          <span className={`text-h2 figures ${count ? '' : 'text-faint'}`}>
            {count === null ? (
              <>
                <span aria-hidden="true">–</span>
                <span className="sr-only">could not be loaded</span>
              </>
            ) : (
              formatCount(count)
            )}
          </span>
        )}
      </Link>
    </li>
  )
}
