import './styles.css'
import type { ApolloClient } from '@apollo/client'
import { createRoot } from 'react-dom/client'
import { App } from '~/app/App'
import { createRouter } from '~/app/router'
import { Session } from '~/features/auth/session'
import { createClient } from '~/lib/apollo'
import { onReconnect } from '~/lib/connection'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { yieldToBrowser } from '~/lib/yieldToBrowser'
import { hydrate } from '~/start/hydrate'

void start()

async function start() {
  // Evaluating the imports has just blocked the main thread.
  await yieldToBrowser()
  let router: ReturnType<typeof createRouter> | undefined
  const client = createClient(async () => {
    await session.end()
    // The current or pending location: the page may already be navigating to /login.
    const { pathname, search } = router?.state.navigation.location ?? window.location
    // The administration asks in place, so that nothing typed is lost (SignInAgain.tsx).
    if (/login|register|admin/.test(pathname)) return
    await router?.navigate(paths.login, { state: { from: pathname + search } satisfies FromState })
  })
  const session = new Session(client)
  // Checks the session again if the first check failed.
  onReconnect(() => session.ready())
  router = await begin(client, session)
  // Optional features; a failure to load them is ignored.
  import('~/start/afterFirstRender').then(
    ({ afterFirstRender }) => afterFirstRender(client, router),
    () => {},
  )
}

async function begin(client: ApolloClient, session: Session) {
  const root = document.getElementById('root') as HTMLElement
  // The Apollo cache of a page rendered by the server (web/document.go).
  const cache = document.getElementById('first-data')?.textContent
  try {
    if (cache) return await hydrate(root, client, session, JSON.parse(cache))
  } catch {
    // A module failed to load. The router will request it again and report the error.
  }
  const router = createRouter(session)
  createRoot(root).render(<App client={client} session={session} router={router} />)
  return router
}
