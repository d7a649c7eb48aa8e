import { useEffect, useRef, useState } from 'react'
import { serverMessage } from '~/lib/apollo'
import { Button } from '~/ui/Button'
import { toast } from '~/ui/toasts'
import { BulkDialog, type Run } from './BulkDialog'
import { bottomBar } from './controls'
import { inTurn } from './inTurn'
import { focusScreen } from './ScreenHead'
import type { Selection } from './selection'
import type { Payload } from './useAction'

/** The number of concurrent requests. */
const atOnce = 4

/** An action on several rows, with a request for each. */
export type BulkAction<Row> = {
  label: string
  danger?: boolean
  /** The question with the number of rows, and the consequence of the action. */
  title: string
  consequence: string
  /** The verb before the progress, such as 'Deleting'. */
  working: string
  done: string
  /** The reason of a failure for which the server gave none. */
  failed: string
  /** Sends the mutation for a row. */
  act: (row: Row) => Promise<Payload | undefined>
}

/** The actions on selected rows of a list. */
export type Bulk<Row> = {
  nameOf: (row: Row) => string
  actions: (rows: readonly Row[]) => BulkAction<Row>[]
  /** Explains why there is no action for the selected rows. */
  without?: string
}

/** A bar with the number of selected rows and their actions, at the bottom of the screen. */
export function BulkBar<Row extends { id: string }>({
  label,
  bulk: { nameOf, actions, without },
  selection: { selected, choose },
  refresh,
}: {
  label: string
  bulk: Bulk<Row>
  selection: Selection<Row>
  refresh: () => void
}) {
  const [run, setRun] = useState<Run<Row> | null>(null)
  const stopped = useRef(false)
  const busy = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  async function start({ action, rows }: Run<Row>) {
    if (busy.current) return
    busy.current = true
    stopped.current = false
    const faults: { name: string; reason: string }[] = []
    const done = new Set<Row>()
    const report = (at: Run<Row>['at']) => setRun({ at, action, rows, done: done.size, faults: [...faults] })
    report('work')
    await inTurn(
      rows,
      async (row) => {
        try {
          const refusals = (await action.act(row))?.userErrors
          if (refusals?.length === 0) done.add(row)
          else faults.push({ name: nameOf(row), reason: refusals?.[0]?.message ?? action.failed })
        } catch (error) {
          faults.push({ name: nameOf(row), reason: serverMessage(error) ?? action.failed })
        }
        if (!stopped.current) report('work')
      },
      { atOnce, stopped: () => stopped.current },
    )
    busy.current = false
    choose(rows.filter((row) => !done.has(row)))
    refresh()
    // Also when it was closed, which stops it: what has been done by then has to be known.
    if (done.size < rows.length) return report('end')
    setRun(null)
    focusScreen()
    toast.success(action.done)
  }

  function close() {
    stopped.current = true
    setRun(null)
  }

  const offered = selected.length > 0 ? actions(selected) : []
  return (
    <>
      <div
        {...(selected.length > 0 && { role: 'group', 'aria-label': `Selected ${label}` })}
        className={selected.length > 0 ? bottomBar : 'sr-only'}
      >
        <p role="status" className="label mr-auto">
          {selected.length > 0 && `${selected.length} selected`}
        </p>
        {selected.length > 0 && (
          <>
            {offered.length === 0 && <p className="text-small text-muted">{without}</p>}
            {offered.map((action) => (
              <Button
                key={action.label}
                size="sm"
                variant={action.danger ? 'danger' : 'secondary'}
                onClick={() => setRun({ at: 'ask', action, rows: selected, done: 0, faults: [] })}
              >
                {action.label}
              </Button>
            ))}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                choose([])
                focusScreen()
              }}
            >
              Clear selection
            </Button>
          </>
        )}
      </div>
      <BulkDialog run={run} onStart={start} onClose={close} />
    </>
  )
}
