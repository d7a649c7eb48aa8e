import { useRef, useState } from 'react'
import { evict, useAction } from '~/features/admin/kit/useAction'
import { When } from '~/features/admin/kit/values'
import { useMay } from '~/features/admin/shell/access'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { Button, IconButton } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { AddNote } from './AddNote'
import { type AdminOrderNoteFragment, OrderNoteDeleteDocument } from './OrderNotes.gen'

type Note = Omit<AdminOrderNoteFragment, ' $fragmentName'>

/** What administrators and staff tell each other about an order, newest first. */
export function OrderNotes({
  orderId,
  notes,
  draft,
  onDraft,
}: {
  orderId: string
  notes: readonly Note[]
  draft: string
  onDraft: (text: string) => void
}) {
  const [asked, setAsked] = useState<Note | null>(null)
  const { run, send } = useAction()
  const writes = useMay()('WRITE_ORDERS')
  const heading = useRef<HTMLHeadingElement>(null)

  function erase({ id }: Note) {
    setAsked(null)
    // The button that has the focus disappears with its note.
    focusAfterDialog(heading.current)
    void run(() => send(OrderNoteDeleteDocument, { id }, { update: evict('OrderNote') }), {
      done: 'The note was deleted',
      failed: 'Failed to delete the note.',
      task: id,
    })
  }

  return (
    <section aria-labelledby="notes" className="border-t pt-6">
      <h3 id="notes" ref={heading} tabIndex={-1} className="label mb-4 font-normal text-faint">
        Notes
      </h3>
      {writes && <AddNote orderId={orderId} draft={draft} onDraft={onDraft} />}
      {notes.length === 0 ? (
        <p className="text-muted">No notes yet.</p>
      ) : (
        <ul aria-label="Notes">
          {notes.map((note) => (
            <li key={note.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t py-3">
              <div className="grid gap-1">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="text-faint wrap-anywhere">
                  {writerOf(note)}, <When value={note.createdAt} />
                </p>
              </div>
              {writes && (
                <IconButton
                  label={`Delete the note of ${writerOf(note)}`}
                  onClick={() => setAsked(note)}
                  className="-mt-3 -mr-3"
                >
                  <Icon name="trash" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title="Delete this note?">
        {asked && (
          <>
            <blockquote className="line-clamp-4 border-l-2 border-control bg-raised px-4 py-3 text-small wrap-anywhere whitespace-pre-line">
              {asked.text}
            </blockquote>
            <p className="mt-4 text-body text-muted wrap-anywhere">
              The note of {writerOf(asked)} will be deleted for everybody. This can't be undone.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button variant="danger" onClick={() => erase(asked)}>
                Delete note
              </Button>
              <Button onClick={() => setAsked(null)}>Keep it</Button>
            </div>
          </>
        )}
      </Dialog>
    </section>
  )
}

const writerOf = ({ author }: Note) => author ?? 'a deleted account'
