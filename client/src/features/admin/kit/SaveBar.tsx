import { useEffect, useRef } from 'react'
import { counted } from '~/lib/counted'
import { Button } from '~/ui/Button'
import { bottomBar } from './controls'
import { focusScreen } from './ScreenHead'

/**
 * Saves or discards the changes of a long form from wherever in it. Ctrl-S saves, too. When the bar goes with the focus in it, the heading
 * of the screen gets the focus.
 */
export function SaveBar({
  shown,
  errors,
  busy,
  onDiscard,
}: {
  /** Whether there is anything to save. */
  shown: boolean
  /** How many fields were refused. */
  errors: number
  busy: boolean
  onDiscard: () => void
}) {
  const save = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      // The browser would save the page.
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) save.current?.click()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const wasShown = useRef(false)
  useEffect(() => {
    // The bar appears while somebody types, perhaps over the field.
    if (shown) document.activeElement?.scrollIntoView({ block: 'nearest' })
    else if (wasShown.current && document.activeElement === document.body) focusScreen()
    wasShown.current = shown
  }, [shown])

  if (!shown) return null
  return (
    <section aria-label="Unsaved changes" className={bottomBar}>
      <p role="status" className="mr-auto text-small">
        {errors > 0 ? (
          <span className="text-error">{counted(errors, 'error')}, not saved</span>
        ) : (
          'Unsaved changes'
        )}
      </p>
      <Button size="sm" variant="ghost" disabled={busy} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        ref={save}
        type="submit"
        size="sm"
        variant="primary"
        aria-keyshortcuts="Control+S Meta+S"
        loading={busy}
        loadingText="Saving..."
      >
        Save
      </Button>
    </section>
  )
}
