import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { EmailNotice } from '~/features/account/EmailNotice'
import { useAuth } from '~/features/auth/AuthProvider'
import { PleaseLogin } from '~/features/auth/PleaseLogin'
import type { AuthUser } from '~/features/auth/session'
import { lazyOptional } from '~/lib/lazyOptional'
import { paths } from '~/lib/paths'
import { useStillHere } from '~/lib/useStillHere'
import { Section } from '~/ui/Layout'
import { Skeleton } from '~/ui/Skeleton'
import { Spinner } from '~/ui/Spinner'
import { toast } from '~/ui/toasts'
import { Orders } from './Orders'
import { PreOrders } from './PreOrders'
import { ProfileHeader } from './ProfileHeader'
import { Sessions } from './Sessions'
import { useRecords } from './useRecords'
import { YourData } from './YourData'

/** Loaded on demand: few users have any, and they are below the fold. */
const Addresses = lazy(() => import('./Addresses'))

/** Loaded on demand: it is last on the page, and not every shop has it. */
const Identities = lazy(() => import('./Identities'))

/** Loaded with the first pre-order: most profiles have none. */
const DateDecision = lazyOptional(() => import('~/features/preorder/DateDecision'), DatesLoadError)

function DatesLoadError() {
  return <p className="mt-6 text-small text-muted">Couldn't load the available actions. Reload the page.</p>
}

export default function ProfilePage() {
  const { loading, user, logout } = useAuth()
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const stillHere = useStillHere()

  async function leave() {
    setLeaving(true)
    const result = await logout()
    if (result?.ok) toast.success('Logged out successfully')
    else if (result) toast.error('Logout failed')
    if (result?.ok && stillHere()) navigate(paths.home)
    else setLeaving(false)
  }

  async function gone() {
    setLeaving(true)
    await logout()
    toast.success('Your account was deleted')
    if (stillHere()) navigate(paths.home)
  }

  // While a user is known, checking the session again shows no spinner.
  if ((loading && !user) || leaving)
    return (
      <div className="grid min-h-[60dvh] place-items-center text-signal">
        <Spinner className="size-16" />
      </div>
    )
  if (!user) return <PleaseLogin />
  return <Profile user={user} onLogout={leave} onDeleted={gone} />
}

function Profile({
  user,
  onLogout,
  onDeleted,
}: {
  user: AuthUser
  onLogout: () => void
  onDeleted: () => void
}) {
  const { check } = useAuth()
  const { refresh, refreshing, preOrders, preOrdersPanel, orders, ordersPanel } = useRecords(check)
  return (
    <Section tight>
      <ProfileHeader person={user} onLogout={onLogout} />
      <div className="mt-12 empty:hidden">
        <EmailNotice person={user} />
      </div>
      <div className="mt-16 grid gap-x-8 gap-y-16 lg:mt-24 lg:grid-cols-12">
        <PreOrders
          {...preOrdersPanel}
          preOrders={preOrders}
          refreshing={refreshing}
          onRefresh={refresh}
          dates={(preOrder) => (
            <Suspense fallback={<Skeleton className="mt-6 h-11 w-3/5" />}>
              <DateDecision preOrder={preOrder} by={{ id: preOrder.id }} onDone={refresh} />
            </Suspense>
          )}
        />
        <Orders {...ordersPanel} orders={orders} />
        <Suspense fallback={<Skeleton className="h-48 lg:col-span-12" />}>
          <Addresses />
        </Suspense>
        <Sessions />
        <Suspense>
          <Identities email={user.email} />
        </Suspense>
        <YourData person={user} onDeleted={onDeleted} />
      </div>
    </Section>
  )
}
