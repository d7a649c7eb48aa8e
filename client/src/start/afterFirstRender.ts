import type { ApolloClient } from '@apollo/client'
import type { createRouter } from '~/app/router'
import { prefetchOnIntent } from './prefetch'
import { registerToolsWhenIdle } from './registerToolsWhenIdle'

/** What the application does beside its pages, once the first one works. */
export function afterFirstRender(client: ApolloClient, router: ReturnType<typeof createRouter>): void {
  prefetchOnIntent(client)
  registerToolsWhenIdle(client, (to) => void router.navigate(to))
}
