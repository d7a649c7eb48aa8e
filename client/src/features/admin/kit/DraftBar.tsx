import { useState } from 'react'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { bottomBar } from './controls'
import { useBottomBar } from './useBottomBar'

/** The form of a draft that saves itself. */
type Editor = {
  draft: { changes: readonly unknown[] }
  form: { changed: readonly string[]; errors: object }
  status: 'saving' | 'failed' | 'typing' | 'saved'
  failure: string | undefined
  flush: () => Promise<boolean>
}

/** The state of a draft and its actions. Ctrl-S saves at once. */
export function DraftBar({
  editor: { draft, form, status, failure, flush },
  conflict,
  onReview,
  onDiscard,
  onPublish,
}: {
  editor: Editor
  /** The parts that another user has changed, too, such as `2 fields`. */
  conflict: string | undefined
  /** Shows both versions of them. */
  onReview?: () => void
  onDiscard: () => Promise<void>
  onPublish: () => Promise<void>
}) {
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
            <span className="text-error">Someone else changed {conflict}, too</span>
          ) : status === 'saving' ? (
            'Saving…'
          ) : status === 'failed' ? (
            <span className="text-error">Couldn't save. {failure}</span>
          ) : errors > 0 ? (
            <span className="text-error">{countLabel(errors, 'error')}, not published</span>
          ) : status === 'typing' ? (
            'Not saved yet'
          ) : (
            'Saved'
          )}
        </p>
        <p className="text-muted">
          {waiting > 0 ? countLabel(waiting, 'unpublished change') : 'Nothing to publish'}
        </p>
      </div>
      {conflict && onReview && (
        <Button size="sm" onClick={onReview}>
          Review
        </Button>
      )}
      {!conflict && status === 'failed' && (
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
