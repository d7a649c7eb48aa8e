/**
 * Whether the server can be reached: `offline` when the browser reports no network, `unreachable` when it does but the
 * server doesn't respond.
 */
type Connection = 'online' | 'offline' | 'unreachable'

const firstPause = 5000
const longestPause = 30_000

let connection: Connection = navigator.onLine ? 'online' : 'offline'
let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
let pinging: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function set(next: Connection) {
  if (next === connection) return
  connection = next
  for (const listener of listeners) listener()
}

async function ping(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return response.ok
  } catch {
    return false
  }
}

/**
 * Checks whether the server responds, and keeps checking with growing delays until it does. Call it after a request got
 * no response: a single lost request proves nothing.
 */
export function checkConnection(): Promise<boolean> {
  pinging ??= ping().then((reachable) => {
    pinging = undefined
    clearTimeout(timer)
    if (reachable) {
      pause = firstPause
      set('online')
    } else {
      set(navigator.onLine ? 'unreachable' : 'offline')
      timer = setTimeout(checkConnection, pause)
      pause = Math.min(pause * 2, longestPause)
    }
    return reachable
  })
  return pinging
}

window.addEventListener('online', () => void checkConnection())
window.addEventListener('offline', () => set('offline'))

export const connectionStore = {
  get: () => connection,
  /** The snapshot for server rendering. */
  getServerSnapshot: (): Connection => 'online',
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** Calls `act` whenever the server becomes reachable again. */
export function onReconnect(act: () => void): () => void {
  return connectionStore.subscribe(() => {
    if (connection === 'online') act()
  })
}
