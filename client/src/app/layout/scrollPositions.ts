import { readSession, sessionKeys, writeSession } from '~/lib/storage'

/** Where an entry of the history was scrolled to, and the link that had the focus there last. */
export type ScrollPosition = { y: number; link?: string | null }

const maxPositions = 50
const retryTimeoutMs = 5000

// The router names every entry but the one that a document begins with; a reload finds the name again.
if (!history.state?.key)
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '')

/** The places of this tab's entries, by the key of their location. They outlive a reload. */
export const scrollPositions = new Map((readSession(sessionKeys.places) ?? []) as [string, ScrollPosition][])

/** Keeps the places up to date for the entry that `here` names, for as long as the page lives. It may name none. */
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
  const store = () => writeSession(sessionKeys.places, [...scrollPositions].slice(-maxPositions))
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

/** Tries at once and in every frame, until it works, five seconds have passed or somebody acts. Ends when called. */
export function retryEachFrame(attempt: () => boolean, ended = () => {}): () => void {
  const ending = new AbortController()
  ending.signal.addEventListener('abort', ended)
  const end = () => ending.abort()
  const deadline = performance.now() + retryTimeoutMs
  const next = () => {
    if (ending.signal.aborted || attempt() || performance.now() > deadline) end()
    else requestAnimationFrame(next)
  }
  next()
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(act, end, { passive: true, signal: ending.signal })
  return end
}
