import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { Button } from '~/ui/Button'
import { DialogGuard } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { useCopy } from '~/ui/useCopy'

const outcomes = { copied: 'Copied', failed: "Couldn't copy. Select it and copy it yourself." }

/** A secret that is shown once, in a dialog. Until it is copied, closing the dialog or the page needs confirmation. */
export function Secret({
  secret,
  warning,
  onDone,
}: {
  secret: string
  /** What a holder of the secret can do. */
  warning: string
  onDone: () => void
}) {
  const { outcome, copy } = useCopy()
  const [copied, setCopied] = useState(false)
  const [asked, setAsked] = useState(false)
  const guard = useContext(DialogGuard)
  useLayoutEffect(() => {
    if (!guard || copied) return
    guard.current = () => setAsked(true)
    return () => {
      guard.current = null
    }
  }, [guard, copied])
  const blocker = useBlocker(!copied)
  useEffect(() => {
    if (copied) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [copied])

  const asking = !copied && (asked || blocker.state === 'blocked')
  function leave() {
    onDone()
    blocker.proceed?.()
  }
  return (
    <div className="grid gap-6">
      <p
        role="alert"
        className="flex items-start gap-3 border-l-2 border-warn bg-raised px-4 py-3 text-small"
      >
        <Icon name="alert" className="mt-px size-5 text-warn" />
        {asking
          ? "You haven't copied the secret. Once this closes, nobody can see it again."
          : `Copy it now. It won't be shown again. ${warning}`}
      </p>
      <p
        className="rounded-plate border bg-ground px-4 py-3 font-mono text-small wrap-anywhere select-all"
        onCopy={() => setCopied(true)}
      >
        {secret}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={copied ? 'secondary' : 'primary'}
          onClick={async () => {
            if (await copy(secret)) setCopied(true)
          }}
        >
          <Icon name="copy" className="size-4" />
          Copy secret
        </Button>
        {copied ? (
          <Button variant="primary" onClick={onDone}>
            Done
          </Button>
        ) : (
          asking && (
            <Button variant="danger" onClick={leave}>
              Close without copying
            </Button>
          )
        )}
        <span role="status" className="self-center text-small text-muted">
          {outcome && outcomes[outcome]}
        </span>
      </div>
    </div>
  )
}
