import { useCallback, useEffect, useState } from 'react'
import { loadOnDemand } from '~/lib/chunks'
import { toast } from '~/ui/toasts'

const names = { search: 'search', menu: 'the menu' }
export type Overlay = keyof typeof names

const load = () => import('./Overlays')

/** Loads the overlays' code once the page is idle, or as soon as one is opened, to keep it out of the first load. */
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

  // `/` and Ctrl or Cmd with K open the search, unless a field has the focus or a dialog is open.
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
    // A preload: failures are reported only when an overlay is opened.
    later(() => load().then(setParts, () => undefined))
  }, [])

  return {
    Overlays: parts?.Overlays,
    open,
    show,
    close: () => setOpen(null),
    /** What was typed into the placeholder before the search's code had loaded. */
    typed,
    type: setTyped,
  }
}
