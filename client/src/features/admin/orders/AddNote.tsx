import { useState } from 'react'
import { useAction } from '~/features/admin/kit/useAction'
import { Button } from '~/ui/Button'
import { TextArea } from '~/ui/Field'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { AdminOrderDocument } from './AdminOrder.gen'
import { OrderNoteAddDocument } from './OrderNotes.gen'

/** The server's limit, and the length from which on the remaining characters are shown. */
const limit = 2000
const nearLimit = 200

/** Writes a note about an order. What was typed stays until it is saved. */
export function AddNote({
  orderId,
  draft,
  onDraft,
}: {
  orderId: string
  draft: string
  onDraft: (text: string) => void
}) {
  const { run, send, busy } = useAction()
  const [error, setError] = useState<string>()
  // Counted as the server does: a character beyond the first 65,536 is one.
  const left = limit - [...draft.trim()].length

  function save() {
    const text = draft.trim()
    const mistake =
      text === '' ? 'Note is required' : left < 0 ? `Note must have at most ${limit} characters` : undefined
    setError(mistake)
    if (mistake) return
    void run(
      () =>
        send(
          OrderNoteAddDocument,
          { orderId, text },
          {
            update: (cache, { data }) => {
              const note = data?.orderNoteAdd.orderNote
              if (!note) return
              cache.updateQuery({ query: AdminOrderDocument, variables: { id: orderId } }, (seen) =>
                seen?.order ? { order: { ...seen.order, notes: [note, ...seen.order.notes] } } : undefined,
              )
            },
          },
        ),
      { onSuccess: () => onDraft(''), done: 'The note was saved', failed: 'Failed to save the note.' },
    )
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="mb-6 grid gap-4"
    >
      <UnsavedChangesGuard kept changed={draft.trim() !== ''} />
      <TextArea
        label="New note"
        required
        rows={3}
        value={draft}
        readOnly={busy}
        error={error}
        hint={
          <>
            Never visible to the buyer. Ctrl+Enter saves.{' '}
            <span role="status">
              {left < 0 ? `${-left} too many` : left <= nearLimit && `${left} characters left`}
            </span>
          </>
        }
        onChange={(event) => {
          setError(undefined)
          onDraft(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      />
      <div>
        <Button type="submit" size="sm" loading={busy} loadingText="Saving...">
          Add note
        </Button>
      </div>
    </form>
  )
}
