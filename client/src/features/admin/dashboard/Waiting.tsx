import { type ReactNode, useId } from 'react'
import { Due } from '~/features/admin/kit/ReplyDue'
import { lowStockList } from '~/features/admin/kit/stock'
import { useMay } from '~/features/admin/shell/access'
import { formatCount } from '~/lib/format'
import { paths } from '~/lib/paths'
import { Status } from '~/ui/Badge'
import type { Tone } from '~/ui/Dot'
import { Link } from '~/ui/Link'
import type { AdminDashboardQuery } from './AdminDashboard.gen'

type Dashboard = AdminDashboardQuery['dashboard']

const link = 'underline decoration-control underline-offset-4 hover:decoration-fg'

/** Products that are low on stock now, whatever the period. */
export function LowStock({ products }: { products: Dashboard['lowStock'] }) {
  return (
    <Now title="Low stock" all="All low stock" to={lowStockList} none="No products are low on stock.">
      {products.map(({ id, name, stock }) => (
        <Row key={id} to={`${paths.adminProducts}?edit=${encodeURIComponent(id)}`} name={name}>
          <Status tone={stock === 0 ? 'error' : 'warn'}>
            {stock === 0 ? 'Out of stock' : `${stock} left`}
          </Status>
        </Row>
      ))}
    </Now>
  )
}

/** Unanswered messages, oldest first. */
export function Unanswered({ messages }: { messages: Dashboard['unansweredMessages'] }) {
  return (
    <Now
      title="Unanswered messages"
      all="All messages"
      to={paths.adminContacts}
      none="No unanswered messages."
    >
      {messages.map(({ id, name, subject, replyBy }) => (
        <Row key={id} to={paths.adminContacts} name={subject} detail={name}>
          {replyBy && <Due at={replyBy} />}
        </Row>
      ))}
    </Now>
  )
}

/** How many promised replies were in time in the last 30 days, with links to pending ones. */
export function Promises({ promises: { kept, late, overdue } }: { promises: Dashboard['promises'] }) {
  const id = useId()
  const may = useMay()
  const due = kept + late + overdue
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="label text-muted">
        Replies due in the last 30 days
      </h2>
      <p className="mt-3 text-h2 figures">
        {due === 0 ? 'None' : `${formatCount(kept)} of ${formatCount(due)} in time`}
      </p>
      <ul className="mt-3 border-t text-small">
        <Count tone="ok" text="On time" count={kept} />
        <Count tone="warn" text="Late" count={late} />
        <Count tone="error" text="Overdue" count={overdue} />
      </ul>
      <p className="flex flex-wrap items-center gap-x-6 text-small">
        By due time:
        <DueLink to={paths.adminContacts}>Messages</DueLink>
        {may('READ_PREORDERS') && <DueLink to={paths.adminPreOrders}>Pre-orders</DueLink>}
        {may('READ_QUOTES') && <DueLink to={paths.adminQuotes}>Quotes</DueLink>}
      </p>
    </section>
  )
}

function Count({ tone, text, count }: { tone: Tone; text: string; count: number }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-x-6 border-b">
      <Status tone={count === 0 ? 'neutral' : tone}>{text}</Status>
      <span className="label">{formatCount(count)}</span>
    </li>
  )
}

function DueLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={`${to}?sort=due`} className={`inline-flex min-h-11 items-center ${link}`}>
      {children}
    </Link>
  )
}

function Now({
  title,
  all,
  to,
  none,
  children,
}: {
  title: string
  all: string
  to: string
  none: string
  children: ReactNode[]
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={id} className="label text-muted">
          {title}
        </h2>
        <Link to={to} className={`inline-flex min-h-11 items-center text-small ${link}`}>
          {all}
        </Link>
      </div>
      {children.length > 0 ? (
        <ul className="border-t text-small">{children}</ul>
      ) : (
        <p className="border-y py-4 text-small text-muted">{none}</p>
      )}
    </section>
  )
}

function Row({
  to,
  name,
  detail,
  children,
}: {
  to: string
  name: string
  detail?: string
  children: ReactNode
}) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-x-6 border-b max-sm:flex-wrap max-sm:gap-y-1 max-sm:has-[time]:pb-3">
      <span className="flex min-w-0 items-center gap-x-3 max-sm:flex-wrap">
        <Link to={to} className={`min-h-11 content-center wrap-anywhere sm:truncate ${link}`}>
          {name}
        </Link>
        {detail && <span className="text-faint wrap-anywhere sm:truncate">{detail}</span>}
      </span>
      {children}
    </li>
  )
}
