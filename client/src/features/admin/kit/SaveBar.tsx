import { useRef } from 'react'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { bottomBar } from './controls'
import { useBottomBar } from './useBottomBar'

/** A bar that saves or discards the changes of a long form. */
export function SaveBar({
  shown,
  errors,
  busy,
  onDiscard,
}: {
  /** Whether there are unsaved changes. */
  shown: boolean
  /** The number of fields with errors. */
  errors: number
  busy: boolean
  onDiscard: () => void
}) {
  const save = useRef<HTMLButtonElement>(null)
  useBottomBar(shown, () => save.current?.click())
  if (!shown) return null
  return (
    <section aria-label="Unsaved changes" className={bottomBar}>
      <p role="status" className="mr-auto text-small">
        {errors > 0 ? (
          <span className="text-error">{countLabel(errors, 'error')}, not saved</span>
        ) : (
          'Unsaved changes'
        )}
      </p>
      <Button size="sm" variant="ghost" disabled={busy} onClick={onDiscard}>
        Discard
      </Button>
      <Button
        ref={save}
        type="submit"
        size="sm"
        variant="primary"
        aria-keyshortcuts="Control+S Meta+S"
        loading={busy}
        loadingText="Saving..."
      >
        Save
      </Button>
    </section>
  )
}
