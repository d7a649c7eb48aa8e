import type { ReactNode } from 'react'
import { matchPath, Outlet, useMatches, useNavigation } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { useAddPendingItem } from '~/features/cart/useAddPendingItem'
import { usePageHead } from '~/lib/head'
import { FullScreenSpinner } from '~/ui/Spinner'
import { ToastRegion } from '~/ui/ToastRegion'
import { notFound, type Page, pages } from '../pages'
import { AnnouncementBar } from './AnnouncementBar'
import { Footer } from './Footer'
import { Navigation } from './Navigation'
import { useScrollRestoration } from './useScrollRestoration'

/** The layout of the shop's pages. */
export function Root({ children = <Outlet /> }: { children?: ReactNode }) {
  useScrollRestoration()
  usePageHead(useMatches().at(-1)?.handle ?? notFound)
  const { loading, isAuthenticated } = useAuth()
  useAddPendingItem(isAuthenticated)
  const { location } = useNavigation()
  const guarded =
    location &&
    Object.values<Page>(pages).some(({ access, path }) => access && matchPath(path, location.pathname))
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-plate bg-signal px-4 py-3 font-semibold text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <AnnouncementBar />
      <Navigation />
      <main id="main" tabIndex={-1} className="min-h-dvh">
        {children}
      </main>
      <Footer />
      <ToastRegion />
      {loading && guarded && <FullScreenSpinner />}
    </>
  )
}
