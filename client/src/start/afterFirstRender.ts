import type { ApolloClient } from '@apollo/client'
import type { createRouter } from '~/app/router'
import { prefetchOnIntent } from './prefetch'
import { registerToolsWhenIdle } from './registerToolsWhenIdle'

/** Starts background features after the first page is interactive. */
export function afterFirstRender(client: ApolloClient, router: ReturnType<typeof createRouter>): void {
  prefetchOnIntent(client)
  registerToolsWhenIdle(client, (to) => void router.navigate(to))
}
