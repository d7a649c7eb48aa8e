import { readSession, sessionKeys, writeSession } from '~/lib/storage'

/** The scroll position of a history entry, and the link in it that had the focus last. */
type ScrollPosition = { y: number; link?: string | null }

const maxPositions = 50
const retryTimeoutMs = 5000

// The router gives every history entry a key except the document's first; a reload restores this one.
if (!history.state?.key)
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '')

/** Scroll positions of this tab's history entries by location key. They survive a reload. */
export const scrollPositions = new Map(
  (readSession(sessionKeys.scrollPositions) ?? []) as [string, ScrollPosition][],
)

/**
 * Records the position of the history entry whose key `here` returns; records nothing while it returns undefined.
 * Returns a function that stops recording.
 */
export function recordScrollPositions(here: () => string | undefined): () => void {
  const change = (part: Partial<ScrollPosition>) => {
    const key = here()
    if (key === undefined) return
    const place = { y: window.scrollY, ...scrollPositions.get(key), ...part }
    scrollPositions.delete(key)
    scrollPositions.set(key, place)
  }
  const scrolled = () => change({ y: window.scrollY })
  const focused = ({ target }: FocusEvent) => {
    const link = target instanceof Element ? target.closest('main a[href]') : null
    change({ link: link?.getAttribute('href') })
  }
  const store = () => writeSession(sessionKeys.scrollPositions, [...scrollPositions].slice(-maxPositions))
  history.scrollRestoration = 'manual'
  window.addEventListener('scroll', scrolled, { passive: true })
  document.addEventListener('focusin', focused)
  window.addEventListener('pagehide', store)
  return () => {
    window.removeEventListener('scroll', scrolled)
    document.removeEventListener('focusin', focused)
    window.removeEventListener('pagehide', store)
  }
}

/** Skeletons differ in height from the content that replaces them. */
export const isLoaded = () => !document.querySelector('main .skeleton')

/**
 * Calls `attempt` now and in every frame until it returns true, the page has been loaded for five seconds, or the
 * visitor scrolls, clicks or types. Returns a function that stops it.
 */
export function retryEachFrame(attempt: () => boolean, ended = () => {}): () => void {
  const ending = new AbortController()
  ending.signal.addEventListener('abort', ended)
  const end = () => ending.abort()
  let deadline = 0
  const next = () => {
    if (!deadline || !isLoaded()) deadline = performance.now() + retryTimeoutMs
    if (ending.signal.aborted || attempt() || performance.now() > deadline) end()
    else requestAnimationFrame(next)
  }
  next()
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(act, end, { passive: true, signal: ending.signal })
  return end
}
