import { useState } from 'react'
import { Dialog } from '~/ui/Dialog'
import { TextField } from '~/ui/Field'
import { type Change, Changes } from './Changes'
import { dayStart, timeZone } from './day'
import { PublishButtons } from './PublishButtons'
import type { Payload } from './useAction'

/** Confirms publishing a draft: shows its changes, and asks when it takes effect. */
export function PublishVersion({
  title,
  changes,
  onClose,
  publish,
}: {
  title: string
  changes: Change[]
  onClose: () => void
  /** Sends the mutation; without `validFrom` the draft is published at once. */
  publish: (validFrom: string | undefined) => Promise<Payload | undefined>
}) {
  const [from, setFrom] = useState('')
  return (
    <Dialog open onClose={onClose} title={title} place={changes.length > 1 ? 'wide' : 'centre'}>
      <form className="grid gap-6" onSubmit={(event) => event.preventDefault()}>
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
        <PublishButtons
          done={from ? 'Planned' : 'Published'}
          onClose={onClose}
          publish={() => publish(dayStart(from))}
        />
      </form>
    </Dialog>
  )
}
