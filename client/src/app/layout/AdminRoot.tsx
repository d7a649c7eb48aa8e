import { lazy, Suspense } from 'react'
import { Outlet, useMatches, useSearchParams } from 'react-router-dom'
import { AdminShell } from '~/features/admin/shell/AdminShell'
import { accessOf, may } from '~/features/admin/shell/access'
import { NotFound } from '~/features/admin/shell/NotFound'
import { SignInAgain } from '~/features/admin/shell/SignInAgain'
import { useAuth } from '~/features/auth/AuthProvider'
import { usePageHead } from '~/lib/head'
import { ToastRegion } from '~/ui/ToastRegion'
import { notFound } from '../pages'
import { OfflineBanner } from './OfflineBanner'
import { useScrollRestoration } from './useScrollRestoration'

const AccessDenied = lazy(() => import('~/features/auth/AccessDenied'))

/** The administration's layout, used instead of the shop's. The router guards all its pages. */
export function Component() {
  useScrollRestoration()
  const page = (useMatches().at(-1)?.handle ?? notFound) as { path: string; title: string }
  const { user } = useAuth()
  // Without a user the session has ended.
  const allowed = !user || may(user, accessOf(page))
  usePageHead(allowed ? page : { ...page, title: 'Access Denied' })
  const content = !allowed ? (
    <Suspense>
      <AccessDenied />
    </Suspense>
  ) : page.path === notFound.path ? (
    <NotFound />
  ) : (
    <Outlet />
  )
  const [search] = useSearchParams()
  // Paths outside the administration show a page of the shop.
  if (search.has('preview'))
    return (
      <main>
        {content}
        <ToastRegion />
      </main>
    )
  const banner = (
    <>
      <OfflineBanner />
      {!user && <SignInAgain />}
    </>
  )
  return <AdminShell banner={banner}>{content}</AdminShell>
}
