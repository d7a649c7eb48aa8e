import { rowButton } from '~/features/admin/kit/controls'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { useMay } from '~/features/admin/shell/access'
import type { ContactStatus } from '~/lib/schema.gen'
import { Button } from '~/ui/Button'
import { ContactMessageReopenDocument, ContactMessageResolveDocument } from './ContactMessageEdits.gen'

/** A button that marks a message as resolved or as pending. */
export function MarkResolved({
  message: { id, name, status },
}: {
  message: { id: string; name: string; status: ContactStatus }
}) {
  const { run, send, busy } = useAction()
  const may = useMay()
  const pending = status === 'PENDING'
  const text = pending ? 'Mark Resolved' : 'Reopen'

  function set(resolved: boolean) {
    void run<Payload>(
      () =>
        resolved ? send(ContactMessageResolveDocument, { id }) : send(ContactMessageReopenDocument, { id }),
      {
        // The button is disabled meanwhile, and the message may leave the list.
        onSuccess: focusScreen,
        done: `The message from ${name} is ${resolved ? 'resolved' : 'pending again'}`,
        undo: () => set(!resolved),
        // A fixed message: docs/specification.md.
        failed: 'Failed to update status.',
      },
    )
  }

  if (!may('WRITE_CONTACTS')) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      className={rowButton}
      aria-label={`${text}: message from ${name}`}
      loading={busy}
      loadingText="Saving..."
      onClick={() => set(pending)}
    >
      {text}
    </Button>
  )
}
