import { useRef, useState } from 'react'
import { ExportButton } from '~/features/admin/kit/ExportButton'
import { countLabel } from '~/lib/countLabel'
import { Button } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Field } from '~/ui/Field'
import { FormMessage } from '~/ui/FormMessage'
import { Spinner } from '~/ui/Spinner'
import { UnsavedChangesGuard } from '~/ui/UnsavedChangesGuard'
import { Faults } from './Faults'
import { type Import, importProducts, isJSON, readFile } from './importFile'

type Step =
  | { at: 'choice'; failure?: string }
  | { at: 'trial'; name: string }
  | { at: 'tried'; name: string; file: ArrayBuffer; result: Import; failure?: string; saving?: boolean }
  | { at: 'done'; result: Import }

/** Creates and changes products from a file: a dry run when it is chosen, and the import after confirmation. */
export function ImportProducts({ onImported }: { onImported: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Import
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Import products">
        <Steps onImported={onImported} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Steps({ onImported, onClose }: { onImported: () => void; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'choice' })
  const latest = useRef<File>(null)
  const busy = useRef(false)

  async function attempt(chosen: File) {
    latest.current = chosen
    const { name } = chosen
    setStep({ at: 'trial', name })
    const next = await readFile(chosen)
      .then(
        async (file): Promise<Step> => ({
          at: 'tried',
          name,
          file,
          result: await importProducts(name, file, true),
        }),
      )
      .catch((error: Error): Step => ({ at: 'choice', failure: error.message }))
    // Another file may have been chosen since.
    if (latest.current === chosen) setStep(next)
  }

  async function confirm(tried: Step & { at: 'tried' }) {
    if (busy.current) return
    busy.current = true
    setStep({ ...tried, failure: undefined, saving: true })
    try {
      const result = await importProducts(tried.name, tried.file, false)
      // The catalogue may have changed since the dry run.
      setStep(result.faults.length > 0 ? { ...tried, result } : { at: 'done', result })
      onImported()
    } catch (error) {
      setStep({ ...tried, failure: (error as Error).message })
    } finally {
      busy.current = false
    }
  }

  if (step.at === 'done')
    return (
      <>
        <FormMessage
          success={
            inWords(step.result, 'was added', 'was changed') ||
            `Nothing was changed. ${unchanged(step.result)}`
          }
        />
        <Button variant="primary" autoFocus onClick={onClose}>
          Done
        </Button>
      </>
    )
  const tried = step.at === 'tried' ? step : undefined
  const pending = tried && tried.result.created + tried.result.changed > 0
  return (
    <form className="grid gap-6 wrap-anywhere" onSubmit={(event) => event.preventDefault()}>
      <UnsavedChangesGuard changed={pending === true} />
      <Field
        label="CSV or JSON file"
        required
        hint="Up to 4 MiB and 2,000 products, in the form of the export. Products without an id are added. Empty cells of CSV and missing fields of JSON change nothing."
        error={step.at === 'choice' ? step.failure : undefined}
      >
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,.json,text/csv,application/json"
            // Otherwise choosing the same file again would not be a change.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => target.files?.[0] && void attempt(target.files[0])}
            disabled={tried?.saving}
            className="min-h-24 w-full min-w-0 rounded-plate border border-dashed border-control px-4 py-6 text-small text-muted file:mr-4 file:min-h-11 file:rounded-plate file:border file:border-solid file:border-control file:bg-plate file:px-4 file:font-semibold file:text-fg hover:border-muted hover:file:border-fg"
          />
        )}
      </Field>
      <div>
        <div role="status">
          {step.at === 'trial' && (
            <p className="flex items-center gap-3 text-small text-muted">
              <Spinner className="size-4" label="" />
              Checking {step.name}...
            </p>
          )}
          {tried && tried.result.faults.length === 0 && (
            <p className="border-l-2 border-info bg-raised px-4 py-3 text-small">
              {pending
                ? `${inWords(tried.result, 'will be added', 'will be changed', ` by ${tried.name}`)} Nothing has been saved yet.`
                : `${tried.name} changes nothing. ${unchanged(tried.result)}`}
            </p>
          )}
        </div>
        {!tried && (
          <div className="-mx-4">
            <ExportButton list="products" variant="ghost">
              Download all products as a template
            </ExportButton>
          </div>
        )}
      </div>
      {tried &&
        (tried.result.faults.length > 0 ? (
          <Faults faults={tried.result.faults} json={isJSON(tried.name)} />
        ) : (
          pending && (
            <div>
              <FormMessage failure={tried.failure} />
              <Button
                variant="primary"
                loading={tried.saving}
                loadingText="Importing..."
                onClick={() => confirm(tried)}
              >
                Import
              </Button>
            </div>
          )
        ))}
    </form>
  )
}

/** The result in sentences; empty if nothing is added or changed. */
function inWords(result: Import, added: string, edited: string, by = ''): string {
  // `verb` is in the singular, such as `was added`.
  const say = (count: number, verb: string) =>
    count > 0 && `${countLabel(count, 'product')} ${count === 1 ? verb : verb.replace('was', 'were')}`
  const changes = [say(result.created, added), say(result.changed, edited)].filter(Boolean).join(', ')
  return changes && `${changes}${by}. ${unchanged(result)}`.trim()
}

function unchanged({ unchanged: count }: Import): string {
  return count > 0 ? `${countLabel(count, 'product')} ${count === 1 ? 'is' : 'are'} unchanged.` : ''
}
