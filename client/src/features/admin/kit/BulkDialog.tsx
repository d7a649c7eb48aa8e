import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { FormMessage } from '~/ui/FormMessage'
import type { BulkAction } from './BulkBar'

/** The progress of an action on several rows. */
export type Run<Row> = {
  at: 'ask' | 'work' | 'end'
  action: BulkAction<Row>
  rows: readonly Row[]
  done: number
  faults: readonly { name: string; reason: string }[]
}

/** Confirms an action on several rows, shows its progress, and reports failures. Closing the dialog stops it. */
export function BulkDialog<Row>({
  run,
  onStart,
  onClose,
}: {
  run: Run<Row> | null
  onStart: (run: Run<Row>) => void
  onClose: () => void
}) {
  return (
    <Dialog open={run !== null} onClose={onClose} title={run?.action.title ?? ''}>
      {run && <Content run={run} onStart={onStart} onClose={onClose} />}
    </Dialog>
  )
}

function Content<Row>({
  run,
  onStart,
  onClose,
}: {
  run: Run<Row>
  onStart: (run: Run<Row>) => void
  onClose: () => void
}) {
  const { at, action, rows, done, faults } = run
  const left = rows.length - done - faults.length
  if (at === 'end')
    return (
      <>
        <FormMessage
          failure={`${[
            `${done} of ${rows.length} done`,
            faults.length > 0 && `${faults.length} failed`,
            left > 0 && `${left} not started`,
          ]
            .filter(Boolean)
            .join(', ')}. The rest stays selected.`}
        />
        {faults.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too.
          <section aria-label="What failed" tabIndex={0} className="mb-8 max-h-72 overflow-y-auto border-b">
            <ul className="text-small wrap-anywhere">
              {faults.map(({ name, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names need not differ, and nothing changes any more.
                <li key={index} className="border-t py-3">
                  <span className="block font-semibold first-letter:uppercase">{name}</span>
                  <span className="block text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Button onClick={onClose}>Close</Button>
      </>
    )
  return (
    <>
      <p className="text-muted">{action.consequence}</p>
      <p role="status" className="label mt-6 min-h-5">
        {at === 'work' && `${action.working} ${rows.length - left} of ${rows.length}...`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant={action.danger ? 'danger' : 'primary'}
          loading={at === 'work'}
          onClick={() => onStart(run)}
        >
          {action.label}
        </Button>
        <Button onClick={onClose}>{at === 'work' ? 'Stop' : 'Keep as is'}</Button>
      </div>
    </>
  )
}
