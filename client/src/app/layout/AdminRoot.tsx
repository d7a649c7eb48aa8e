import { Outlet, useMatches, useSearchParams } from 'react-router-dom'
import { AdminShell } from '~/features/admin/shell/AdminShell'
import { usePageHead } from '~/lib/head'
import { ToastRegion } from '~/ui/ToastRegion'
import { notFound } from '../pages'
import { OfflineBanner } from './OfflineBanner'
import { useScrollPlace } from './useScrollPlace'

/** The frame of the administration, in place of the shop's; its guards stand in the router. */
export function Component() {
  useScrollPlace()
  usePageHead(useMatches().at(-1)?.handle ?? notFound)
  const [search] = useSearchParams()
  // A page of the shop, as it would be.
  if (search.has('preview'))
    return (
      <main>
        <Outlet />
        <ToastRegion />
      </main>
    )
  return (
    <AdminShell banner={<OfflineBanner />}>
      <Outlet />
    </AdminShell>
  )
}
