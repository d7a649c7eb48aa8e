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
 * Takes a page over as the server has rendered it: with its module and what it shows at hand before React looks, and piece by piece,
 * so that the page answers meanwhile.
 */
export async function hydrate(
  root: Element,
  client: ApolloClient,
  session: Session,
  cache: NormalizedCacheObject,
) {
  const [{ recordInput }, loaderData] = await Promise.all([import('./replayInput'), loadPage()])
  // A visitor is known as one before the first render, which saves a second one.
  if (!getToken()) await session.ready()
  await yieldToBrowser()
  client.cache.restore(cache)
  await yieldToBrowser()
  // Reading is most of what a page's first render takes, and remembered.
  for (const query of Object.values(loaderData).flat()) if (query) client.readQuery(query, true)
  await yieldToBrowser()
  const router = createRouter(session, loaderData)
  await yieldToBrowser()
  const app = <App client={client} session={session} router={router} onStart={recordInput()} />
  // What an address names behind its `#` never comes to the server, and may be another tab than it has rendered.
  if (window.location.hash) {
    // Where that is, is known once everything above it is laid out (styles.css).
    document.getElementById('application')?.remove()
    createRoot(root).render(app)
  } else startTransition(() => void hydrateRoot(root, app))
  return router
}

/** The data of the page's route, by its ID. Finding the page's module and loading it keep the browser as long as one another. */
async function loadPage() {
  const { pathname, href } = window.location
  await yieldToBrowser()
  const page = matchPage(pathname) ?? notFoundPage
  await yieldToBrowser()
  return { [page.route.id as string]: await runLoader(page, href) }
}
