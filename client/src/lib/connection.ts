/**
 * Whether our server can be reached: `offline` when the browser itself knows of no network, `unreachable` when it does
 * but the server gives no answer.
 */
export type Connection = 'online' | 'offline' | 'unreachable'

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
    const answer = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    return answer.ok
  } catch {
    return false
  }
}

/**
 * Asks the server whether it is there, and asks again with growing pauses until it is. Called when a request got no
 * answer: one lost request alone says nothing.
 */
export function checkConnection(): Promise<boolean> {
  pinging ??= ping().then((answered) => {
    pinging = undefined
    clearTimeout(timer)
    if (answered) {
      pause = firstPause
      set('online')
    } else {
      set(navigator.onLine ? 'unreachable' : 'offline')
      timer = setTimeout(checkConnection, pause)
      pause = Math.min(pause * 2, longestPause)
    }
    return answered
  })
  return pinging
}

window.addEventListener('online', () => void checkConnection())
window.addEventListener('offline', () => set('offline'))

export const connectionStore = {
  get: () => connection,
  /** What the server renders. */
  getServerSnapshot: (): Connection => 'online',
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

/** Calls when the server can be reached again after it could not. */
export function onReconnect(act: () => void): () => void {
  return connectionStore.subscribe(() => {
    if (connection === 'online') act()
  })
}
