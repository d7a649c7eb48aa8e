import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { formatCount } from '~/lib/format'
import { paths } from '~/lib/paths'
import { Dot, type Tone } from '~/ui/Dot'
import { Skeleton } from '~/ui/Skeleton'
import { OpenTasksDocument } from './OpenTasks.gen'

/** What waits for somebody now, whatever the period, with the way to each list. */
export function OpenTasks() {
  const { data } = useQuery(OpenTasksDocument, { fetchPolicy: 'cache-and-network' })
  return (
    <ul aria-label="Open tasks" className="mb-8 grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Tile
        label="Messages to answer"
        tone="warn"
        count={data?.messages.totalCount}
        to={`${paths.adminContacts}?status=PENDING&sort=due`}
      />
      <Tile
        label="Waiting for payment"
        tone="warn"
        count={data?.unpaid.totalCount}
        to={`${paths.adminOrders}?status=PENDING_PAYMENT&sort=oldest`}
      />
      <Tile
        label="Low stock"
        tone="error"
        count={data?.lowStock.totalCount}
        to={`${paths.adminProducts}?listed=yes&stock=low&sort=stock`}
      />
      <Tile
        label="Pending pre-orders"
        tone="info"
        count={data?.preOrders.totalCount}
        to={`${paths.adminPreOrders}?status=PENDING&sort=due`}
      />
    </ul>
  )
}

function Tile({ label, tone, count, to }: { label: string; tone: Tone; count?: number; to: string }) {
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
          <span className={`text-h2 figures ${count === 0 ? 'text-faint' : ''}`}>{formatCount(count)}</span>
        )}
      </Link>
    </li>
  )
}
