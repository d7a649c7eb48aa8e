import { countLabel } from '~/lib/countLabel'
import { Confirm } from './Confirm'
import type { Payload } from './useAction'

/** Confirms discarding a draft, including the changes of other users. */
export function DiscardDraft({
  open,
  changes,
  onClose,
  act,
}: {
  open: boolean
  /** The number of unpublished changes. */
  changes: number
  onClose: () => void
  act: () => Promise<Payload | undefined>
}) {
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="Discard the draft?"
      action="Discard changes"
      working="Discarding..."
      keep="Keep editing"
      failed="Couldn't discard the draft."
      done="The draft was discarded"
      act={act}
    >
      <p>
        {changes > 0
          ? `${countLabel(changes, 'unpublished change')} will be lost, including those of other editors.`
          : 'What could not be saved will be lost.'}{' '}
        The shop's page stays as it is.
      </p>
    </Confirm>
  )
}
