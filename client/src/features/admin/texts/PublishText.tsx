import { useState } from 'react'
import { Changes } from '~/features/admin/kit/Changes'
import { dayStart } from '~/features/admin/kit/day'
import { focusScreen } from '~/features/admin/kit/ScreenHead'
import { useAction } from '~/features/admin/kit/useAction'
import { uncached } from '~/features/admin/kit/useAutosave'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { TextDraftPublishDocument } from './TextDraft.gen'
import { type Draft, partLabel, textLabels } from './textForm'

/** The dialog shows every failure itself. */
const dialogForm = { fields: [], setError: () => undefined }

/** What publishing a draft changes, and from when on it is valid. */
export function PublishText({
  open,
  draft,
  onClose,
  onPublished,
  onStale,
  onRefused,
}: {
  open: boolean
  draft: Draft
  onClose: () => void
  onPublished: (draft: Draft) => void
  /** Somebody else has changed the draft or the text: it has to be read again. */
  onStale: () => Promise<void>
  onRefused: (errors: Draft['errors']) => void
}) {
  const { run, send, busy, failure, reset } = useAction({ form: dialogForm })
  const [from, setFrom] = useState('')

  function close() {
    reset()
    setFrom('')
    onClose()
  }
  async function publish() {
    const { name, revision, version } = draft
    const result = await send(
      TextDraftPublishDocument,
      { name, revision, version, validFrom: dayStart(from) },
      uncached,
    )
    if (result?.draft) onPublished(result.draft)
    else if (result?.userErrors.some(({ code }) => code === 'CONFLICT')) await onStale()
    else if (result?.userErrors.some(({ field }) => field?.[0] === 'document')) onRefused(result.userErrors)
    return result
  }

  return (
    <Dialog open={open} onClose={close} title={`Publish ${textLabels[draft.name]}?`} place="wide">
      <div className="grid gap-6">
        <Changes changes={draft.changes.map((change) => ({ ...change, name: partLabel(change.name) }))} />
        <div className="max-w-80">
          <TextField
            label="Valid from"
            type="date"
            hint="Blank: at once. Versions planned for that day or later are replaced."
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        </div>
        <div>
          <FormMessage failure={failure} />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              loading={busy}
              loadingText="Publishing..."
              onClick={() =>
                run(publish, {
                  failed: "Couldn't publish.",
                  done: from ? 'Planned' : 'Published',
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
