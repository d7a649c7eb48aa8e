import { checkConnection } from './connection'

const key = 'reloadedFor'
const missing = new WeakSet<object>()

// Vite tells of every module that could not be loaded; the same error then rejects the import.
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))

/** Whether a page failed because its module did not come: no connection, or a deployment took its place. */
export const isMissingChunk = (error: unknown): boolean => error instanceof Error && missing.has(error)

/**
 * Loads the wanted address anew, with the modules of the present deployment. Once an address and minute: false when
 * that has just been tried, so that a module which is really gone can't loop.
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
 * Loads a module that somebody has asked for; `load` has to be the same function every time. Asking again loads it again,
 * except in browsers that remember a failed module (before whatwg/html#10327, in 2026). So when it fails for the second time
 * while the server answers, the page is loaded anew, after `beforeReload`.
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
