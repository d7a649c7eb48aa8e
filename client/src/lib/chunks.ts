import { checkConnection } from './connection'

const key = 'reloadedFor'
const missing = new WeakSet<object>()

// Vite emits an event for every module that fails to load; the import then rejects with the same error.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** Whether an error means that a module failed to load, because of the connection or a new deployment. */
export const isMissingChunk = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Reloads the page at `path`, with the modules of the current deployment, at most once per address and minute. Returns
 * false if that was already tried, so that a missing module can't cause a loop.
 */
export function reloadOnce(): boolean {
  const { href } = window.location
  try {
    const [address, time] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    if (address === href && Date.now() - time < 60_000) return false
    sessionStorage.setItem(key, JSON.stringify([href, Date.now()]))
  } catch {
    // Without storage nothing would stop a loop.
    return false
  }
  window.location.reload()
  return true
}

const failed = new WeakSet<() => Promise<unknown>>()

/**
 * Loads a module on the user's request; `load` must be the same function every time. Calling again retries, except in
 * browsers that cache failed modules (before whatwg/html#10327, in 2026). When it fails a second time while the server
 * is reachable, the page is reloaded, after `beforeReload`.
 */
export async function loadOnDemand<Module>(
  load: () => Promise<Module>,
  beforeReload?: () => void,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (failed.has(load) && (await checkConnection())) {
      beforeReload?.()
      if (reloadOnce()) return new Promise(() => {})
    }
    failed.add(load)
    throw error
  }
}
