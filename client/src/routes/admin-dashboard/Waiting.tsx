import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { Status } from '~/ui/Badge'
import type { AdminDashboardQuery } from './AdminDashboard.gen'
import { dueIn } from './due'

type Dashboard = AdminDashboardQuery['dashboard']

const link = 'underline decoration-control underline-offset-4 hover:decoration-fg'

/** Products that are running out; whatever the period, it is how things are now. */
export function LowStock({ products }: { products: Dashboard['lowStock'] }) {
  return (
    <Now
      title="Low stock"
      all="All of low stock"
      to={`${paths.adminProducts}?stock=low&sort=stock`}
      none="Nothing is running out."
    >
      {products.map(({ id, name, stock }) => (
        <Row key={id} to={`${paths.adminProducts}?edit=${encodeURIComponent(id)}`} name={name}>
          <Status tone={stock === 0 ? 'error' : 'warn'}>{stock === 0 ? 'None left' : `${stock} left`}</Status>
        </Row>
      ))}
    </Now>
  )
}

/** Messages that nobody has answered, the one that has waited longest first. */
export function Unanswered({ messages }: { messages: Dashboard['unansweredMessages'] }) {
  const now = Date.now()
  return (
    <Now
      title="Unanswered messages"
      all="All messages"
      to={paths.adminContacts}
      none="Nobody is waiting for an answer."
    >
      {messages.map(({ id, name, subject, dueAt }) => {
        const { text, tone } = dueIn(dueAt, now)
        return (
          <Row key={id} to={paths.adminContacts} name={subject} detail={name}>
            <time dateTime={dueAt} title={new Date(dueAt).toLocaleString('en-US')}>
              <Status tone={tone}>{text}</Status>
            </time>
          </Row>
        )
      })}
    </Now>
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
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 border-b">
      <span className="min-w-0 wrap-anywhere">
        <Link to={to} className={`inline-flex min-h-11 items-center ${link}`}>
          {name}
        </Link>
        {detail && <span className="ml-3 text-faint">{detail}</span>}
      </span>
      {children}
    </li>
  )
}
