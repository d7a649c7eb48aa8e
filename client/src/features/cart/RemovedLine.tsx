import { useEffect, useRef } from 'react'
import { Button } from '~/ui/Button'

/** Replaces a removed line, takes its focus, and offers to undo the removal. */
export function RemovedLine({
  name,
  state,
  onUndo,
}: {
  name: string
  state: 'removing' | 'removed' | 'restoring'
  onUndo: () => void
}) {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <li
      ref={line}
      tabIndex={-1}
      className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-3 text-small text-muted"
    >
      <span>{state === 'removing' ? `Removing ${name}` : `${name} was removed`}</span>
      {state !== 'removing' && (
        <Button
          size="sm"
          aria-label={`Undo removing ${name}`}
          loading={state === 'restoring'}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
