import type { DocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { connectionStore } from './connection'
import type { PageQuery } from './loader'

/** In milliseconds: data older than this is refetched. */
const staleAfter = 60_000

/** When each query was last sent in this tab, by its variables. */
const lastSent = new WeakMap<DocumentNode, Map<string, number>>()

/**
 * Refetches a page's query when the window regains focus or the page becomes visible, at most once a minute. Errors are
 * ignored; the current data stays.
 */
export function useRefetchOnFocus({ query, variables = {}, skip }: PageQuery): void {
  const client = useApolloClient()
  const key = JSON.stringify(variables)

  useEffect(() => {
    if (skip) return
    const times = lastSent.get(query) ?? new Map<string, number>()
    lastSent.set(query, times)
    function refresh() {
      if (document.hidden || connectionStore.get() !== 'online') return
      const now = Date.now()
      const last = times.get(key) ?? now
      const stale = now - last >= staleAfter
      times.set(key, stale ? now : last)
      // Not `refetch`, which would set the page's loading and error states.
      if (stale)
        client
          .query({ query, variables: JSON.parse(key), fetchPolicy: 'network-only' })
          .catch(() => undefined)
    }
    refresh()
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [client, query, key, skip])
}
