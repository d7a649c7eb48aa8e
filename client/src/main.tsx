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
  // The modules have just been evaluated.
  await yieldToBrowser()
  let router: ReturnType<typeof createRouter> | undefined
  const client = createClient(async () => {
    await session.end()
    // Where somebody is, or about to be: the page may be leading to /login already.
    const { pathname, search } = router?.state.navigation.location ?? window.location
    // The administration asks in place, so that nothing typed is lost (SignInAgain.tsx).
    if (/login|register|admin/.test(pathname)) return
    await router?.navigate(paths.login, { state: { from: pathname + search } satisfies FromState })
  })
  const session = new Session(client)
  // Asks again who is signed in, if that could not be asked before.
  onReconnect(() => session.ready())
  router = await begin(client, session)
  // Nobody misses it where it could not be loaded.
  import('~/start/afterFirstRender').then(
    ({ afterFirstRender }) => afterFirstRender(client, router),
    () => {},
  )
}

async function begin(client: ApolloClient, session: Session) {
  const root = document.getElementById('root') as HTMLElement
  // The cache of a page that the server has rendered (web/document.go).
  const cache = document.getElementById('first-data')?.textContent
  try {
    if (cache) return await hydrate(root, client, session, JSON.parse(cache))
  } catch {
    // A module did not come. The router asks for it again, and says so.
  }
  const router = createRouter(session)
  createRoot(root).render(<App client={client} session={session} router={router} />)
  return router
}
