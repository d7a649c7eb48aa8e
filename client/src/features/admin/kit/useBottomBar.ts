import { useEffect, useRef } from 'react'
import { focusScreen } from './ScreenHead'

/**
 * The keyboard behaviour of the bar at the bottom of a form: Ctrl-S saves, and when the bar disappears with the focus
 * in it, the heading of the screen gets the focus.
 */
export function useBottomBar(shown: boolean, save: () => void) {
  const act = useRef(save)
  act.current = save
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      // The browser would save the page.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) act.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const wasShown = useRef(false)
  useEffect(() => {
    // The bar appears while somebody types, perhaps over the field.
    if (shown && !wasShown.current) document.activeElement?.scrollIntoView({ block: 'nearest' })
    else if (!shown && wasShown.current && document.activeElement === document.body) focusScreen()
    wasShown.current = shown
  }, [shown])
}
