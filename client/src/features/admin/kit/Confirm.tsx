import { type ReactNode, useRef, useState } from 'react'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { toast } from '~/ui/toasts'
import { focusScreen } from './ScreenHead'

/** Asks before something is done that can't be undone. Title and text name the object and the consequence. */
export function Confirm({
  open,
  onClose,
  title,
  action,
  working,
  keep,
  failed,
  done,
  act,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  action: string
  /** Stands on the button meanwhile, such as 'Deleting...'. */
  working: string
  keep: string
  failed: string
  done: string
  /** Does it, and answers what the server refused. */
  act: () => Promise<readonly { message: string }[] | undefined>
  children: ReactNode
}) {
  const [failure, setFailure] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  const busy = useRef(false)

  function close() {
    setFailure(null)
    onClose()
  }

  async function confirm() {
    if (busy.current) return
    busy.current = true
    setLoading(true)
    setFailure(null)
    try {
      const [refusal] = (await act()) ?? []
      if (refusal) setFailure(`${failed} ${refusal.message}`)
      else {
        close()
        focusScreen()
        toast.success(done)
      }
    } catch (error) {
      setFailure([failed, serverMessage(error)].filter(Boolean).join(' '))
    } finally {
      busy.current = false
      setLoading(false)
    }
  }

  return (
    <Dialog open={open} onClose={close} title={title}>
      <div className="grid gap-3 text-muted wrap-anywhere">{children}</div>
      <div className="mt-8">
        <FormMessage failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" loading={loading} loadingText={working} onClick={confirm}>
            {action}
          </Button>
          <Button onClick={close}>{keep}</Button>
        </div>
      </div>
    </Dialog>
  )
}
