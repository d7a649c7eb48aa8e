import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

const typingPause = 250

/**
 * The text of an input that the address keeps: it follows the keys at once and the address after a pause, in place of the entry
 * in the history, so that going back leaves the page and not one letter. A text that the address brings (back, a link) wins.
 * A text that is not `ready`, such as half a date, waits, and so does one while another page loads, which it would keep from
 * being opened.
 */
export function useSearchText(
  q: string,
  onPause: (text: string) => void,
  ready = true,
): [string, (text: string) => void] {
  const [text, setText] = useState(q)
  const { pathname } = useLocation()
  const next = useNavigation().location
  const leaving = next !== undefined && next.pathname !== pathname
  // What the address has, then what it was sent since: navigations end one after the other, and some never do.
  const sent = useRef([q])
  const latest = useRef(onPause)
  useEffect(() => {
    latest.current = onPause
  })
  // Before anything else can happen: a text that waits must not follow an address that replaces it.
  useLayoutEffect(() => {
    const arrived = sent.current.lastIndexOf(q)
    sent.current = arrived < 0 ? [q] : sent.current.slice(arrived)
    if (arrived < 0) setText(q)
  }, [q])
  useEffect(() => {
    if (!ready || leaving || text === sent.current.at(-1)) return
    const timer = setTimeout(() => {
      sent.current.push(text)
      latest.current(text)
    }, typingPause)
    return () => clearTimeout(timer)
  }, [text, ready, leaving])
  return [text, setText]
}
