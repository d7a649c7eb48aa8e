import { CombinedGraphQLErrors, type OperationVariables, type TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { checkConnection, connectionStore } from './connection'

const firstPause = 1000
const longestPause = 30_000

/** Errors after which the subscription is retried; all others end it. */
const transientCodes = ['UNAVAILABLE', 'RATE_LIMITED']

/** Whether the page is visible and the server reachable. */
function isActive(): boolean {
  return !document.hidden && connectionStore.get() === 'online'
}

function watchActive(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  const stop = connectionStore.subscribe(listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    stop()
  }
}

/**
 * Runs a subscription while the page is visible; its data also goes into the cache. A lost connection is retried with
 * growing delays. If events have cursors, it resumes after the last one. Otherwise, and before the first one,
 * `onMissed` must refetch what may have been missed, unless the first event is a snapshot. `document` must be the same
 * object every time.
 */
export function useLiveSubscription<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  handlers: { onData?: (data: Data) => void; onMissed?: () => void } = {},
): void {
  const client = useApolloClient()
  const awake = useSyncExternalStore(watchActive, isActive, () => false)
  const latest = useRef(handlers)
  const cursor = useRef<string>(undefined)
  const key = JSON.stringify(variables)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    if (!awake) return
    let pause = firstPause
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    let running: { unsubscribe(): void } | undefined

    function following() {
      if (cursor.current === undefined) latest.current.onMissed?.()
    }
    function follow() {
      const began = Date.now()
      running = client
        .subscribe({
          query: document,
          variables: { ...JSON.parse(key), after: cursor.current } as Variables,
          context: { onFollowing: following },
        })
        .subscribe({
          next: ({ data, error }) => {
            if (CombinedGraphQLErrors.is(error))
              over ||= !transientCodes.includes(String(error.errors[0]?.extensions?.code))
            if (!data) return
            cursor.current = cursorOf(data) ?? cursor.current
            latest.current.onData?.(data as Data)
          },
          error: again,
          complete: again,
        })
      // A connection that has lasted resets the delay.
      function again() {
        if (over) return
        if (Date.now() - began > longestPause) pause = firstPause
        timer = setTimeout(follow, pause * (0.5 + Math.random()))
        pause = Math.min(pause * 2, longestPause)
        void checkConnection()
      }
    }
    follow()
    return () => {
      over = true
      clearTimeout(timer)
      running?.unsubscribe()
    }
  }, [client, document, key, awake])
}

/** An event's cursor, if it has one. */
function cursorOf(data: object): string | undefined {
  const [edge] = Object.values(data)
  return edge?.cursor
}
