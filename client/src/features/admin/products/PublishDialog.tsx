import { useState } from 'react'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import { BothSides, type Side } from './BothSides'
import type { Draft } from './draftForm'
import { ProductChanges } from './ProductChanges'
import { ProductDraftDiscardDocument, ProductDraftPublishDocument } from './ProductDraft.gen'
import type { DraftResult } from './useDraft'

/** The dialog has no fields, so it shows every failure itself. */
const dialogForm = { fields: [], setError: () => undefined }

/**
 * Confirms publishing a draft, with its changes. If fields of the product were changed elsewhere since, one value of
 * each is chosen first.
 */
export function PublishDialog({
  open,
  draft,
  onClose,
  onPublished,
  onChanged,
  onStale,
  onRefused,
}: {
  open: boolean
  draft: Draft
  onClose: () => void
  onPublished: (draft: Draft) => void
  /** Called with the current draft if that is newer, and was not published. */
  onChanged: (draft: Draft) => void
  /** Called after another user has changed the draft, which must be fetched again. */
  onStale: () => Promise<void>
  onRefused: (errors: DraftResult['userErrors']) => void
}) {
  const { run, send, busy, failure, reset } = useAction({ form: dialogForm })
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const conflicted = new Set(draft.conflicts.map(({ field }) => field))
  const merged = draft.changes.filter(({ name }) => !conflicted.has(name))
  const undecided = draft.conflicts.filter(({ field }) => !chosen[field]).length

  function close() {
    reset()
    setChosen({})
    onClose()
  }

  async function publish(): Promise<Payload | undefined> {
    const { id } = draft.product
    let { revision } = draft
    const fields = draft.conflicts.flatMap(({ field }) => (chosen[field] === 'theirs' ? [field] : []))
    if (fields.length > 0) {
      const dropped = await send(ProductDraftDiscardDocument, { id, revision, fields }, uncached)
      if (!dropped?.draft) return dropped
      revision = dropped.draft.revision
      onChanged(dropped.draft)
    }
    const version = draft.conflicts.length > 0 ? draft.version : 0
    const result = await send(ProductDraftPublishDocument, { id, revision, version }, uncached)
    if (result?.draft && result.conflicts.length > 0) {
      setChosen({})
      onChanged(result.draft)
      return {
        userErrors: [{ message: 'Someone else changed the product. Choose what to keep.', field: null }],
      }
    }
    if (result?.draft) onPublished(result.draft)
    else if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) await onStale()
    else if (result) {
      close()
      onRefused(result.userErrors)
    }
    return result
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Publish ${draft.product.name || 'this product'}?`}
      place="wide"
    >
      <div className="grid gap-6">
        {draft.conflicts.length > 0 && (
          <BothSides
            title="Changed by someone else, too"
            lead="These fields were published with another value since this draft was begun. Choose the one to keep."
            conflicts={draft.conflicts}
            sides={{ yours: 'Draft', theirs: 'Published' }}
            chosen={chosen}
            onChoose={(field, side) => setChosen((before) => ({ ...before, [field]: side }))}
          />
        )}
        {merged.length > 0 && (
          <section aria-label="Changes" className="border-b">
            <ProductChanges changes={merged} />
          </section>
        )}
        <div>
          <FormMessage failure={failure} />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              disabled={undecided > 0}
              loading={busy}
              loadingText="Publishing..."
              onClick={() =>
                run(publish, {
                  failed: "Couldn't publish.",
                  done: 'Published',
                  onSuccess: () => {
                    close()
                    focusScreen()
                  },
                })
              }
            >
              Publish
            </Button>
            <Button onClick={close}>Keep editing</Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
