import type { ApolloClient } from '@apollo/client'
import type { createRouter } from '~/app/router'
import { assist } from './assist'
import { prefetchOnIntent } from './prefetch'

/** What the application does beside its pages, once the first one works. */
export function startLater(client: ApolloClient, router: ReturnType<typeof createRouter>): void {
  prefetchOnIntent(client)
  assist(client, (to) => void router.navigate(to))
}
