import { useCallback, useEffect, useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'
import { toast } from '~/ui/toasts'

const names = { search: 'search', menu: 'the menu' }
export type Overlay = keyof typeof names

const load = () => import('./Overlays')

/**
 * The overlays of the frame are no part of the first load: they come once the page is idle, or as soon as somebody
 * reaches for one of them.
 */
export function useOverlays() {
  const [parts, setParts] = useState<typeof import('./Overlays')>()
  const [open, setOpen] = useState<Overlay | null>(null)
  const [typed, setTyped] = useState('')

  const show = useCallback(async (overlay: Overlay) => {
    setTyped('')
    setOpen(overlay)
    try {
      setParts(await loadOnDemand(load))
    } catch {
      setOpen(null)
      toast.error(`Couldn't load ${names[overlay]}. Check your connection, or reload the page.`)
    }
  }, [])

  // `/` and Ctrl or Cmd with K call the search, except where somebody types or something lies over the page.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const called = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey))
      const target = event.target instanceof Element ? event.target : null
      if (!called || event.defaultPrevented || target?.closest('input, textarea, select')) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      void show('search')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [show])

  useEffect(() => {
    const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000))
    // Nobody has asked for it yet, so nobody hears of a failure.
    later(() => load().then(setParts, () => undefined))
  }, [])

  return {
    Overlays: parts?.Overlays,
    open,
    show,
    close: () => setOpen(null),
    /** What was typed for the search before its code has come. */
    typed,
    type: setTyped,
  }
}
