import { useState } from 'react'
import { type Payload, useAction } from '~/features/admin/kit/useAction'
import { moveItem } from '~/lib/moveItem'
import type { Entry } from './topics'

/**
 * The questions of a topic, whose order is changed optimistically. `status` announces the outcome of a move to
 * screen readers.
 */
export function useOrder(entries: readonly Entry[], save: (ids: string[]) => Promise<Payload | undefined>) {
  const [status, setStatus] = useState('')
  const { run, shown: ids } = useAction({ value: entries.map(({ id }) => id) })
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])

  function move({ id, question }: Entry, to: number) {
    const next = moveItem(ids, ids.indexOf(id), to)
    void run(() => save(next), { expect: next, failed: 'Failed to save the order.' })
    setStatus(`${question} Now ${next.indexOf(id) + 1} of ${next.length}.`)
  }
  return { ordered, move, status }
}
