import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom'

const debounceMs = 250

/**
 * The text of an input that the address keeps: it follows the keys at once and the address after a pause, in place of the entry
 * in the history, so that going back leaves the page and not one letter. A text that the address brings (back, a link) wins.
 * A text that is not `ready`, such as half a date, waits, and so does one while another page loads, which it would keep from
 * being opened.
 */
export function useDebouncedSearch(
  q: string,
  onChange: (text: string) => void,
  ready = true,
): [string, (text: string) => void] {
  const [text, setText] = useState(q)
  // What it is doing now: a slow device renders it later than a text that waits is due.
  const router = use(RouterContext)?.router
  // What the address has, then what it was sent since: navigations end one after the other, and some never do.
  const sent = useRef([q])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // Before anything else can happen: a text that waits must not follow an address that replaces it.
  useLayoutEffect(() => {
    const arrived = sent.current.lastIndexOf(q)
    sent.current = arrived < 0 ? [q] : sent.current.slice(arrived)
    if (arrived < 0) setText(q)
  }, [q])
  useEffect(() => {
    if (!ready || text === sent.current.at(-1)) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(send, debounceMs)
    }
    const send = () => {
      const { navigation, location } = router?.state ?? {}
      if (navigation?.location && navigation.location.pathname !== location?.pathname) return wait()
      sent.current.push(text)
      latest.current(text)
    }
    wait()
    return () => clearTimeout(timer)
  }, [text, ready, router])
  return [text, setText]
}
