import { PublishVersion } from '~/features/admin/kit/PublishVersion'
import { useSend } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { TextDraftPublishDocument } from './TextDraft.gen'
import { type Draft, partLabel, textLabels } from './textForm'

/** Publishes the draft of a text. */
export function PublishText({
  draft: { name, revision, version, changes },
  onClose,
  onPublished,
  onStale,
  onRefused,
}: {
  draft: Draft
  onClose: () => void
  onPublished: (draft: Draft) => void
  /** Called after another user has changed the draft or the text, which must be fetched again. */
  onStale: () => Promise<void>
  onRefused: (errors: Draft['errors']) => void
}) {
  const send = useSend()
  return (
    <PublishVersion
      title={`Publish ${textLabels[name]}?`}
      changes={changes.map((change) => ({ ...change, name: partLabel(change.name) }))}
      onClose={onClose}
      publish={async (validFrom) => {
        const result = await send(TextDraftPublishDocument, { name, revision, version, validFrom }, uncached)
        if (result?.draft) onPublished(result.draft)
        else if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) await onStale()
        else if (result?.userErrors.some(({ field }) => field?.[0] === 'document'))
          onRefused(result.userErrors)
        return result
      }}
    />
  )
}
