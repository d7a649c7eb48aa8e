import { useState } from 'react'
import { bottomBar } from '~/features/admin/kit/controls'
import { useBottomBar } from '~/features/admin/kit/useBottomBar'
import { counted } from '~/lib/counted'
import { Button } from '~/ui/Button'
import type { useTextDraft } from './useTextDraft'

/** The state of the draft, and what can be done with it. Ctrl-S saves at once. */
export function DraftBar({
  editor,
  onDiscard,
  onPublish,
}: {
  editor: ReturnType<typeof useTextDraft>
  onDiscard: () => Promise<void>
  onPublish: () => Promise<void>
}) {
  const { draft, form, conflict, status, failure, flush } = editor
  const [busy, setBusy] = useState<'discard' | 'publish'>()
  async function run(action: 'discard' | 'publish') {
    setBusy(action)
    await (action === 'discard' ? onDiscard() : onPublish()).catch(() => undefined)
    setBusy(undefined)
  }
  const waiting = draft.changes.length
  const shown = waiting > 0 || form.changed.length > 0
  useBottomBar(shown, () => void flush())
  if (!shown) return null
  const errors = Object.keys(form.errors).length
  return (
    <section aria-label="Draft" className={bottomBar}>
      <div className="mr-auto text-small max-sm:w-full">
        <p role="status">
          {conflict ? (
            <span className="text-error">
              Someone else changed {counted(conflict.parts.length, 'part')}, too
            </span>
          ) : status === 'saving' ? (
            'Saving…'
          ) : status === 'failed' ? (
            <span className="text-error">Couldn't save. {failure}</span>
          ) : errors > 0 ? (
            <span className="text-error">{counted(errors, 'error')}, not published</span>
          ) : status === 'typing' ? (
            'Not saved yet'
          ) : (
            'Saved'
          )}
        </p>
        <p className="text-muted">
          {waiting > 0 ? counted(waiting, 'unpublished change') : 'Nothing to publish'}
        </p>
      </div>
      {status === 'failed' && !conflict && (
        <Button size="sm" onClick={() => void flush()}>
          Retry
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        loading={busy === 'discard'}
        loadingText="Loading..."
        onClick={() => void run('discard')}
      >
        Discard
      </Button>
      <Button
        size="sm"
        variant="primary"
        loading={busy === 'publish'}
        loadingText="Saving..."
        disabled={conflict !== undefined}
        onClick={() => void run('publish')}
      >
        Publish
      </Button>
    </section>
  )
}
