import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * After every change of the page: to the top (or to the address's fragment), with the focus on the page's heading, so
 * that screen readers and keyboards start there. Changes of the query alone, such as filters, move nothing.
 */
export function useArrival(): void {
  const { pathname, hash } = useLocation()
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pathname is the event itself.
  useEffect(() => {
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (first.current) {
      first.current = false
      target?.scrollIntoView()
      return
    }
    if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
    const start =
      target ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!start) return
    if (start.tabIndex < 0) start.tabIndex = -1
    start.focus({ preventScroll: true })
  }, [pathname, hash])
}
