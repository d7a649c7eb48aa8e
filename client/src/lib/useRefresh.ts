import type { DocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { connectionStore } from './connection'
import type { Question } from './first'

/** In milliseconds: what was asked for longer ago is asked for again when somebody looks. */
const staleAfter = 60_000

/** When each question was asked last, since the tab was opened. */
const asked = new WeakMap<DocumentNode, Map<string, number>>()

/**
 * Asks a page's question again in the background, a minute or more after the last time, when the window gets the focus or the page
 * is come back to. What is shown stays until the answer is there, and when none comes. Without a question it does nothing.
 */
export function useRefresh(question: Question | undefined): void {
  const client = useApolloClient()
  const { query } = question ?? {}
  const key = JSON.stringify(question?.variables ?? {})

  useEffect(() => {
    if (!query) return
    const times = asked.get(query) ?? new Map<string, number>()
    asked.set(query, times)
    function refresh() {
      if (!query || document.hidden || connectionStore.get() !== 'online') return
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
  }, [client, query, key])
}
