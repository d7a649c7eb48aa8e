import type { DocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { connectionStore } from './connection'
import type { PageQuery } from './loader'

/** In milliseconds: what was asked for longer ago is asked for again when somebody looks. */
const staleAfter = 60_000

/** When each query was sent last, since the tab was opened. */
const lastSent = new WeakMap<DocumentNode, Map<string, number>>()

/**
 * Sends a page's query again in the background, a minute or more after the last time, when the window gets the focus or the page
 * is come back to. What is shown stays until the answer is there, and when none comes.
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
      // Not `refetch`, which tells the page of its loading and of its failures.
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
