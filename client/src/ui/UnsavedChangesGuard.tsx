import { type RefObject, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from './Button'
import { Dialog, DialogGuard } from './Dialog'

/**
 * Guards the form of a dialog: while it is `changed` and not `saved`, closing the dialog or changing the address asks
 * for confirmation, and so does the browser before leaving the page. A form that is `kept` when its dialog closes is
 * only lost with the page.
 */
export function UnsavedChangesGuard({
  changed,
  saved,
  kept = false,
}: {
  changed: boolean
  saved?: RefObject<boolean>
  kept?: boolean
}) {
  const guard = useContext(DialogGuard)
  const [closing, setClosing] = useState<{ close: () => void } | null>(null)
  useLayoutEffect(() => {
    if (!guard || !changed || kept) return
    guard.current = (close) => setClosing({ close })
    return () => {
      guard.current = null
    }
  }, [guard, changed, kept])

  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    if (!changed || saved?.current) return false
    if (kept) return from.pathname !== to.pathname
    return guard?.current != null && from.pathname + from.search !== to.pathname + to.search
  })
  useEffect(() => {
    if (!changed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])

  function keep() {
    setClosing(null)
    blocker.reset?.()
  }
  function discard() {
    if (guard) guard.current = null
    setClosing(null)
    if (blocker.state === 'blocked') blocker.proceed()
    else closing?.close()
  }
  if (!closing && blocker.state !== 'blocked') return null
  return (
    <Dialog open onClose={keep} title="Discard your changes?">
      <p className="text-body text-muted">Your changes have not been saved.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="danger" onClick={discard}>
          Discard changes
        </Button>
        <Button onClick={keep}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
