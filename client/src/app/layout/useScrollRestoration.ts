import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { isLoaded, recordScrollPositions, retryEachFrame, scrollPositions } from './scrollPositions'

/** How many consecutive frames a position must hold, because content may still load in the first ones. */
const stableFramesNeeded = 10

const scrollTo = (top: number) => window.scrollTo({ top, behavior: 'instant' })

function focus(target: Element | null) {
  if (!(target instanceof HTMLElement)) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** Focuses the page's heading, or `main` until the heading is rendered. */
function focusHeading(): () => void {
  const main = document.querySelector('main')
  return retryEachFrame(() => {
    const heading = document.querySelector('main h1')
    if (heading) focus(heading)
    else if (document.activeElement !== main) focus(main)
    return heading !== null
  })
}

/** The current history entry. Module state, because switching between layouts remounts the hook. */
let currentEntry: { key: string; pathname: string; hash: string } | undefined

/**
 * A new page starts at the top (or at the address's fragment) with the focus on its heading, so that screen readers and
 * keyboards start there. Back, forward and reload restore the scroll position and the focus on the link that was
 * followed. New entries that change only the query, such as filters, change neither.
 */
export function useScrollRestoration(): void {
  const { key, pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const restoring = useRef(false)
  // Leaving during a restoration keeps the recorded position.
  useEffect(() => recordScrollPositions(() => (restoring.current ? undefined : currentEntry?.key)), [])

  // A layout effect, so that it runs before paint and before scroll events of the new content are recorded.
  useLayoutEffect(() => {
    const before = currentEntry
    if (before?.key === key) return
    currentEntry = { key, pathname, hash }
    const moved = before?.pathname !== pathname || before.hash !== hash
    const position = navigationType === 'POP' ? scrollPositions.get(key) : undefined

    if (position) {
      const link =
        before && position.link && document.querySelector(`main a[href="${CSS.escape(position.link)}"]`)
      if (link) focus(link)
      const endFocus = before && moved && !link ? focusHeading() : undefined
      let stableFrames = 0
      restoring.current = true
      const attempt = () => {
        // Scroll anchoring would keep the footer in view.
        const there = isLoaded() && Math.abs(window.scrollY - position.y) < 2
        stableFrames = there ? stableFrames + 1 : 0
        if (!there) scrollTo(position.y)
        return stableFrames >= stableFramesNeeded
      }
      const endScroll = retryEachFrame(attempt, () => {
        restoring.current = false
      })
      return () => {
        endFocus?.()
        endScroll()
      }
    }
    if (hash && moved) {
      return retryEachFrame(() => {
        const target = document.getElementById(decodeURIComponent(hash.slice(1)))
        target?.scrollIntoView({ behavior: 'instant' })
        if (before) focus(target)
        return target !== null && isLoaded()
      })
    }
    if (!before || !moved) return
    scrollTo(0)
    return focusHeading()
  }, [key, pathname, hash, navigationType])
}
