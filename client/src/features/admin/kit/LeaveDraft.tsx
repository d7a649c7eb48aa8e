import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'

/** The time after which a message says that leaving waits for a save, in ms. */
const patience = 1000

/**
 * Guards the form of a draft that saves itself. Leaving the page saves first, also what is typed meanwhile, and asks
 * only about what can't be saved.
 */
export function LeaveDraft({
  editor: { form, unsaved, failure, flush },
  conflict,
}: {
  editor: {
    form: { values: unknown }
    unsaved: boolean
    failure: string | undefined
    flush: () => Promise<boolean>
  }
  /** Whether a conflict must be resolved before the draft can be saved. */
  conflict: boolean
}) {
  const [asked, setAsked] = useState<'slow' | 'failed'>()
  const values = useRef(form.values)
  values.current = form.values
  async function saveAll() {
    for (;;) {
      const sent = values.current
      if (!(await flush())) return false
      if (values.current === sent) return true
    }
  }
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    return unsaved && from.pathname !== to.pathname
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt to leave saves once.
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let current = true
    const timer = setTimeout(() => setAsked('slow'), patience)
    const saved = conflict ? Promise.resolve(false) : saveAll()
    void saved.then((done) => {
      clearTimeout(timer)
      if (!current) return
      if (done) blocker.proceed()
      else setAsked('failed')
    })
    return () => {
      current = false
      clearTimeout(timer)
      setAsked(undefined)
    }
  }, [blocker])
  // The screen shows a conflict that was detected on leaving.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conflict that was there before is asked about.
  useEffect(() => {
    if (conflict) blocker.reset?.()
  }, [conflict])
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      if (!conflict) void flush()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved, conflict, flush])

  if (!asked) return null
  return (
    <Dialog
      open
      onClose={() => blocker.reset?.()}
      title={asked === 'slow' ? 'Saving your draft' : 'Leave without saving?'}
    >
      <div className="grid gap-3 text-body text-muted">
        <p>
          {asked === 'slow'
            ? 'Your last changes are still being saved.'
            : "Your last changes couldn't be saved and will be lost. Everything before them is in the draft."}
        </p>
        {asked === 'failed' && <p>{conflict ? 'Someone else changed the same fields, too.' : failure}</p>}
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
        <Button onClick={() => blocker.reset?.()}>Keep editing</Button>
      </div>
    </Dialog>
  )
}
