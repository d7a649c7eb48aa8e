import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router-dom'

const debounceMs = 250

/**
 * Text of an input that is kept in the address. The input updates immediately, the address after a debounce, replacing
 * the history entry so that Back leaves the page instead of undoing letters. Text from the address (Back, a link) takes
 * precedence. Text that is not `ready`, such as half a date, is not sent; nor is any while another page loads, whose
 * navigation it would cancel.
 */
export function useDebouncedSearch(
  q: string,
  onChange: (text: string) => void,
  ready = true,
): [string, (text: string) => void] {
  const [text, setText] = useState(q)
  // Reads the router's state directly: on slow devices the rendered state lags behind the timer.
  const router = use(RouterContext)?.router
  // The address's text, then the texts sent since: navigations finish in order, and some never finish.
  const sent = useRef([q])
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // A layout effect, so that pending text can't overwrite a new address.
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
