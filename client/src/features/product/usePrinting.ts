import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed. Browsers report that by different events; updates must be synchronous. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    const set = (value: boolean) => flushSync(() => setPrinting(value))
    const begin = () => set(true)
    const end = () => set(false)
    const change = () => set(media.matches)
    media.addEventListener('change', change)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    setPrinting(media.matches) // it may have started since the initial state
    return () => {
      media.removeEventListener('change', change)
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
