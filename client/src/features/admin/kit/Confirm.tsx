import type { ReactNode } from 'react'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { focusScreen } from './ScreenHead'
import { type Payload, useAction } from './useAction'

/** The dialog has no fields: it shows every failure itself. */
const form = { fields: [], setError: () => undefined }

/** Asks before something is done that can't be undone. Title and text name the object and the consequence. */
export function Confirm({
  open,
  onClose,
  title,
  action,
  working = 'Deleting...',
  keep = 'Keep it',
  failed,
  done,
  act,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  action: string
  /** Stands on the button meanwhile. */
  working?: string
  keep?: string
  failed: string
  done: string
  /** Sends the mutation. */
  act: () => Promise<Payload | undefined>
  children: ReactNode
}) {
  const { run, busy, failure, reset } = useAction({ form })

  function close() {
    reset()
    onClose()
  }
  function finish() {
    close()
    focusScreen()
  }

  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="grid gap-3 text-muted wrap-anywhere">{children}</div>
      <div className="mt-8">
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            loading={busy}
            loadingText={working}
            onClick={() => run(act, { onSuccess: finish, done, failed })}
          >
            {action}
          </Button>
          <Button onClick={close}>{keep}</Button>
        </div>
      </div>
    </Dialog>
  )
}
