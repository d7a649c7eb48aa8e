/**
 * The address if it is a path of this site, otherwise the fallback. Redirect targets are untrusted input (navigation
 * state, query) and must never lead to another site.
 */
export function safePath(target: unknown, fallback: string): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback
  try {
    const url = new URL(target, window.location.origin)
    if (url.origin !== window.location.origin) return fallback
    const path = url.pathname + url.search + url.hash
    return path.startsWith('//') ? fallback : path
  } catch {
    return fallback
  }
}

/** Navigation state with the address that a guard redirected from. */
export type FromState = { from: string }

/** The page that a guard (or a "please login" toast) redirected from, otherwise the fallback. */
export function fromState(state: unknown, fallback: string): string {
  return safePath((state as Partial<FromState> | null)?.from, fallback)
}
