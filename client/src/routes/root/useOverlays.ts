import { useEffect, useState } from 'react'
import { toast } from '~/ui/toasts'

const names = { search: 'The search', menu: 'The menu' }
export type Overlay = keyof typeof names

/**
 * The overlays of the frame are no part of the first load: they come once the page is idle, or as soon as somebody
 * reaches for one of them.
 */
export function useOverlays() {
  const [parts, setParts] = useState<typeof import('./Overlays')>()
  const [open, setOpen] = useState<Overlay | null>(null)

  async function show(overlay: Overlay) {
    setOpen(overlay)
    try {
      setParts(await import('./Overlays'))
    } catch {
      setOpen(null)
      toast.error(`${names[overlay]} could not be loaded. Check your connection and try again.`)
    }
  }

  useEffect(() => {
    const later = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000))
    // Nobody has asked for it yet, so nobody hears of a failure.
    later(() => import('./Overlays').then(setParts, () => undefined))
  }, [])

  return { Overlays: parts?.Overlays, open, show, close: () => setOpen(null) }
}
