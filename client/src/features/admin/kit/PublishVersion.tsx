import { type ComponentProps, useState } from 'react'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { type Change, Changes } from './Changes'
import { dayStart, timeZone } from './day'
import { focusScreen } from './ScreenHead'
import { noFields, type Payload, useAction } from './useAction'

/** Confirms publishing a draft: shows its changes, and asks when it takes effect. */
export function PublishVersion({
  open,
  title,
  ...question
}: ComponentProps<typeof Question> & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={question.onClose} title={title} place="wide">
      <Question {...question} />
    </Dialog>
  )
}

function Question({
  changes,
  onClose,
  publish,
}: {
  changes: Change[]
  onClose: () => void
  /** Sends the mutation; without `validFrom` the draft is published at once. */
  publish: (validFrom: string | undefined) => Promise<Payload | undefined>
}) {
  const { run, busy, failure } = useAction({ form: noFields })
  const [from, setFrom] = useState('')

  function close() {
    onClose()
    focusScreen()
  }
  return (
    <div className="grid gap-6">
      <Changes changes={changes} />
      <div className="max-w-80">
        <TextField
          label="Valid from"
          type="date"
          hint={`From 00:00, ${timeZone()}. Blank: at once. Versions planned for that day or later are replaced.`}
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
              run(() => publish(dayStart(from)), {
                failed: "Couldn't publish.",
                done: from ? 'Planned' : 'Published',
                close,
              })
            }
          >
            Publish
          </Button>
          <Button onClick={onClose}>Keep editing</Button>
        </div>
      </div>
    </div>
  )
}
