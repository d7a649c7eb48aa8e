import { useState } from 'react'
import { PublishButtons } from '~/features/admin/kit/PublishButtons'
import { type Payload, useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { Dialog } from '~/ui/Dialog'
import { BothSides, type Side } from './BothSides'
import { type Draft, fieldOf } from './draftForm'
import { ProductChanges } from './ProductChanges'
import { ProductDraftDiscardDocument, ProductDraftPublishDocument } from './ProductDraft.gen'
import { publishWords } from './publishWords'
import type { DraftResult } from './useDraft'

/**
 * Confirms publishing a draft, with its changes. If fields of the product were changed elsewhere since, one value of
 * each is chosen first.
 */
export function PublishDialog({
  draft,
  onClose,
  onPublished,
  onChanged,
  onStale,
  onRefused,
}: {
  draft: Draft
  onClose: () => void
  onPublished: (draft: Draft) => void
  /** Called with the current draft if that is newer, and was not published. */
  onChanged: (draft: Draft) => void
  /** Called after another user has changed the draft, which must be fetched again. */
  onStale: () => Promise<void>
  /** Called with errors of which the form shows at least one. */
  onRefused: (errors: DraftResult['userErrors']) => void
}) {
  const send = useSend()
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const conflicted = new Set(draft.conflicts.map(({ field }) => field))
  const merged = draft.changes.filter(({ name }) => !conflicted.has(name))
  const undecided = draft.conflicts.filter(({ field }) => !chosen[field]).length

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
    else if (result?.userErrors.some(({ field }) => fieldOf(field))) onRefused(result.userErrors)
    return result
  }

  const { title, lead, ...words } = publishWords(draft)
  return (
    <Dialog open onClose={onClose} title={title} place="wide">
      <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
        {lead && <p className="text-muted">{lead}</p>}
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
        <PublishButtons {...words} disabled={undecided > 0} onClose={onClose} publish={publish} />
      </form>
    </Dialog>
  )
}
