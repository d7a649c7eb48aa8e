import { useEffect, useRef, useState } from 'react'

const typingPause = 250

/**
 * The text of the search box: it follows the keys at once and the address after a pause, in place of the entry in the
 * history, so that going back leaves the page and not one letter. A text that the address brings (back, a link) wins.
 */
export function useSearchText(q: string, onPause: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(q)
  const sent = useRef(q)
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onPause(text)
    }, typingPause)
    return () => clearTimeout(timer)
  }, [text, onPause])
  return [text, setText]
}
