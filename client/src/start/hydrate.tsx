import type { ApolloClient, NormalizedCacheObject } from '@apollo/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '~/app/App'
import { createRouter } from '~/app/router'
import type { Session } from '~/features/auth/session'
import { getToken } from '~/lib/token'
import { yieldToBrowser } from '~/lib/yieldToBrowser'
import { matchPage, notFoundPage, runLoader } from './pageRoute'

/**
 * Hydrates a page rendered by the server. It loads the page's module and data before hydrating, and yields to the event
 * loop between steps.
 */
export async function hydrate(
  root: Element,
  client: ApolloClient,
  session: Session,
  cache: NormalizedCacheObject,
) {
  const [{ recordInput }, loaderData] = await Promise.all([import('./replayInput'), loadPage()])
  // Resolving a visitor's session before the first render saves a second one.
  if (!getToken()) await session.ready()
  await yieldToBrowser()
  client.cache.restore(cache)
  await yieldToBrowser()
  // Reading from the cache dominates the first render; Apollo memoises it here.
  for (const query of Object.values(loaderData).flat()) if (query) client.readQuery(query, true)
  await yieldToBrowser()
  const router = createRouter(session, loaderData)
  await yieldToBrowser()
  const app = <App client={client} session={session} router={router} onStart={recordInput()} />
  // The server never sees the fragment, which may select another tab than the one rendered.
  if (window.location.hash) {
    // The target's position is only known once everything above it is laid out (styles.css).
    document.getElementById('application')?.remove()
    createRoot(root).render(app)
  } else startTransition(() => void hydrateRoot(root, app))
  return router
}

/** The first page's loader data by route ID. Matching and loading take similarly long, so it yields before each. */
async function loadPage() {
  const { pathname, href } = window.location
  await yieldToBrowser()
  const page = matchPage(pathname) ?? notFoundPage
  await yieldToBrowser()
  return { [page.route.id as string]: await runLoader(page, href) }
}
