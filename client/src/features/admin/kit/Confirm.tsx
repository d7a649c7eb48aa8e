import type { ComponentProps, ReactNode } from 'react'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { focusScreen } from './ScreenHead'
import { noFields, type Payload, useAction } from './useAction'

/** Confirms an action that can't be undone. Title and text name the object and the consequence. */
export function Confirm({
  open,
  title,
  ...question
}: ComponentProps<typeof Question> & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={question.onClose} title={title}>
      <Question {...question} />
    </Dialog>
  )
}

/** Mounted anew for each opening, so that a late response to an earlier one has no effect here. */
function Question({
  onClose,
  action,
  working = 'Deleting...',
  keep = 'Keep it',
  failed,
  done,
  act,
  children,
}: {
  onClose: () => void
  action: string
  /** The button's text while the request is pending. */
  working?: string
  keep?: string
  failed: string
  done: string
  /** Sends the mutation. */
  act: () => Promise<Payload | undefined>
  children: ReactNode
}) {
  const { run, busy, failure } = useAction({ form: noFields })

  function close() {
    onClose()
    focusScreen()
  }

  return (
    <>
      <div className="grid gap-3 text-muted wrap-anywhere">{children}</div>
      <div className="mt-8">
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            loading={busy}
            loadingText={working}
            onClick={() => run(act, { close, done, failed })}
          >
            {action}
          </Button>
          <Button onClick={onClose}>{keep}</Button>
        </div>
      </div>
    </>
  )
}
