import type { ApolloCache } from '@apollo/client'

/** Takes what was deleted out of the cache, so that no list shows it any more. */
export function evict(cache: ApolloCache, __typename: string, id: string | null | undefined): void {
  if (id) cache.evict({ id: cache.identify({ __typename, id }) })
}
