import type { ApolloClient, NormalizedCacheObject } from '@apollo/client'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '~/app/App'
import { createRouter } from '~/app/router'
import type { Session } from '~/features/auth/session'
import { pause } from '~/lib/pause'
import { getToken } from '~/lib/token'
import { firstQuestions, pageAt } from './page'

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
  const [{ holdInput, readAhead }, questions] = await Promise.all([import('./holdInput'), askFirst()])
  // A visitor is known as one before the first render, which saves a second one.
  if (!getToken()) await session.ready()
  await pause()
  client.cache.restore(cache)
  await pause()
  for (const question of questions) await readAhead(client, question, Object.keys(cache))
  const router = createRouter(session)
  await pause()
  const app = <App client={client} session={session} router={router} onStart={holdInput()} />
  // What an address names behind its `#` never comes to the server, and may be another tab than it has rendered.
  if (window.location.hash) {
    // Where that is, is known once everything above it is laid out (styles.css).
    document.getElementById('application')?.remove()
    createRoot(root).render(app)
  } else startTransition(() => void hydrateRoot(root, app))
  return router
}

/** What the page begins with. Finding its module and asking for that keep the browser as long as one another. */
async function askFirst() {
  const { pathname, search } = window.location
  await pause()
  const page = pageAt(pathname)
  await pause()
  return page ? firstQuestions(page, search) : []
}
