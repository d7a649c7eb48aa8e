import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { link, MailLink } from '~/features/admin/kit/controls'
import { StaffRolesDocument } from '~/features/admin/kit/StaffRole.gen'
import { StaffRoleSelect } from '~/features/admin/kit/StaffRoleSelect'
import { Fact, When } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import { sections } from '~/features/admin/shell/sections'
import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { ErrorState } from '~/ui/ErrorState'
import { Link } from '~/ui/Link'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AdminCustomerDocument } from './AdminCustomers.gen'
import { type AccountStep, type Customer, wordsOf } from './accountSteps'
import { CustomerState, RoleBadge } from './CustomerState'
import { useStep } from './useStep'

const failed = 'Failed to load the customer.'

/** The lists that can be searched for an email address. */
const lists = sections.filter(({ to }) =>
  [paths.adminOrders, paths.adminPreOrders, paths.adminQuotes, paths.adminContacts].some(
    (path) => path === to,
  ),
)

/** A drawer with an account; `id` comes from the URL. */
export function CustomerDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery(AdminCustomerDocument, {
    variables: { id: id ?? '' },
    skip: id === null,
    fetchPolicy: 'cache-and-network',
  })
  const customer = data?.customer
  return (
    <Dialog open={id !== null} onClose={onClose} title={customer?.name ?? 'Customer'} place="side">
      {customer ? (
        <Details customer={customer} />
      ) : error ? (
        <ErrorState title={failed} onRetry={() => void refetch().catch(() => undefined)} />
      ) : data ? (
        <ErrorState title={failed} message="It may have been deleted." />
      ) : (
        <Loading label="Loading the customer">
          <div className="grid gap-5">
            <Skeleton className="h-40" />
            <Skeleton className="h-11" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

function Details({ customer }: { customer: Customer }) {
  const { user } = useAuth()
  const isAdmin = user?.role === 'ADMIN'
  const may = useMay()
  const readable = lists.filter(({ access }) => may(access))
  const { data } = useQuery(StaffRolesDocument, { skip: !isAdmin || customer.role === 'ADMIN' })
  const roles = data?.staffRoles ?? []
  const { email, emailVerified, createdAt, blockedAt, sessions, wasStaff } = customer
  return (
    <div className="grid gap-8 text-small">
      <dl className="grid gap-4">
        <Fact label="Email">
          <MailLink email={email} />
          <span className="block text-faint">{emailVerified ? 'Verified' : 'Not verified yet'}</span>
        </Fact>
        <Fact label="Role">
          <RoleBadge of={customer} />
        </Fact>
        {roles.length > 0 && customer.role !== 'ADMIN' && (
          <Fact label="Staff role">
            <StaffRoleSelect account={customer} roles={roles} />
          </Fact>
        )}
        <Fact label="State">
          <CustomerState blockedAt={blockedAt} />
          {blockedAt && (
            <span className="block text-faint">
              since <When value={blockedAt} />
            </span>
          )}
        </Fact>
        <Fact label="Sessions">
          {sessions === 0
            ? 'Not signed in anywhere'
            : `Signed in ${sessions === 1 ? 'once' : `${sessions} times`}`}
        </Fact>
        <Fact label="Joined">
          <When value={createdAt} />
        </Fact>
        {readable.length > 0 && (
          <Fact label="Activity">
            <span className="flex flex-wrap gap-x-4">
              {readable.map(({ to, text }) => (
                <Link key={to} to={`${to}?q=${encodeURIComponent(email)}`} className={link}>
                  {text}
                </Link>
              ))}
            </span>
          </Fact>
        )}
      </dl>
      {user?.id === customer.id ? (
        <p className="border-l-2 border-control bg-raised px-4 py-3 text-muted">
          This is your account. Only another administrator can change its role, block it or end its sessions.
        </p>
      ) : wasStaff && !isAdmin ? (
        <p className="border-l-2 border-control bg-raised px-4 py-3 text-muted">
          Only an administrator can change this account.
        </p>
      ) : (
        may('WRITE_CUSTOMERS') && <Steps customer={customer} withRole={isAdmin} />
      )}
    </div>
  )
}

function Steps({ customer, withRole }: { customer: Customer; withRole: boolean }) {
  const take = useStep(customer)
  const [asked, setAsked] = useState<AccountStep | null>(null)
  const words = asked && wordsOf(asked, customer.name)
  const steps = {
    role: !withRole ? null : customer.role === 'ADMIN' ? 'demote' : 'promote',
    block: customer.blockedAt ? 'admit' : 'block',
    end: customer.sessions > 0 ? 'end' : null,
  } as const
  return (
    <>
      <div className="grid gap-3">
        {/* Keyed by position, so that a button keeps the focus when it turns into its opposite. */}
        {Object.entries(steps).map(
          ([place, step]) =>
            step && (
              <Button
                key={place}
                size="sm"
                variant={step === 'block' ? 'danger' : 'secondary'}
                onClick={() => (wordsOf(step, customer.name).ask ? setAsked(step) : take(step))}
              >
                {wordsOf(step, customer.name).label}
              </Button>
            ),
        )}
      </div>
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title={words?.ask?.title ?? ''}>
        <p className="text-body text-muted wrap-anywhere">{words?.ask?.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button
            variant="danger"
            onClick={() => {
              setAsked(null)
              if (asked) void take(asked)
            }}
          >
            {words?.ask?.action}
          </Button>
          <Button onClick={() => setAsked(null)}>Keep as is</Button>
        </div>
      </Dialog>
    </>
  )
}
