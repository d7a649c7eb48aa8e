import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { Field } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Spinner } from '~/ui/Spinner'
import { AdminPaymentsDocument } from './AdminPayments.gen'
import { type Imported, importStatement, inWords } from './statementFile'

type Outcome = { id: number; name: string; result?: Imported; failure?: string }

const edges = { ok: 'border-ok', warn: 'border-warn', error: 'border-error', busy: 'border-control' }
const colours = { ok: 'text-ok', warn: 'text-warn', error: 'text-error' }

/** Imports bank statements that are chosen or dropped, one after the other, and reports the outcome of each. */
export function ImportStatements() {
  const client = useApolloClient()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const last = useRef(0)
  const queue = useRef(Promise.resolve())

  function add(files: FileList | null) {
    for (const file of files ?? []) {
      const id = ++last.current
      setOutcomes((all) => [{ id, name: file.name }, ...all])
      queue.current = queue.current.then(async () => {
        const outcome = await importStatement(file).then(
          (result) => ({ result }),
          (error: Error) => ({ failure: error.message }),
        )
        setOutcomes((all) => all.map((one) => (one.id === id ? { ...one, ...outcome } : one)))
        // The list reports its own failure to load.
        await client.refetchQueries({ include: [AdminPaymentsDocument] }).catch(() => undefined)
      })
    }
  }

  return (
    <section aria-label="Import" className="mb-8 grid gap-4">
      <Field
        label="Bank statements"
        required
        hint="CAMT.053 or CAMT.054 files of your bank, up to 8 MiB each."
      >
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            multiple
            accept=".xml,application/xml,text/xml"
            // Otherwise choosing the same file again would not be a change.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => add(target.files)}
            className="min-h-24 w-full min-w-0 rounded-plate border border-dashed border-control px-4 py-4 text-small text-muted file:mr-4 file:min-h-11 file:rounded-plate file:border file:border-solid file:border-control file:bg-plate file:px-4 file:font-semibold file:text-fg hover:border-muted hover:file:border-fg"
          />
        )}
      </Field>
      <div role="status">
        {outcomes.length > 0 && (
          <ul aria-label="Imported files" className="grid gap-2">
            {outcomes.map((outcome) => (
              <FileLine key={outcome.id} {...outcome} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function FileLine({ name, result, failure }: Outcome) {
  const faults = result?.lines ?? []
  const tone = failure ? 'error' : faults.length > 0 ? 'warn' : 'ok'
  const done = failure !== undefined || result !== undefined
  return (
    <li
      className={`grid gap-2 border-l-2 bg-raised px-4 py-3 text-small wrap-anywhere ${edges[done ? tone : 'busy']}`}
    >
      <p className="flex items-start gap-3">
        {done ? (
          <Icon
            name={tone === 'ok' ? 'check' : 'alert'}
            className={`mt-px size-5 shrink-0 ${colours[tone]}`}
          />
        ) : (
          <Spinner className="mt-px size-4" label="" />
        )}
        <span>
          <span className="font-semibold">{name}</span>
          {`: ${failure ?? (result ? inWords(result) : 'importing...')}`}
        </span>
      </p>
      {faults.length > 0 && (
        <ul aria-label="Entries that can't be read" className="grid gap-1 pl-8">
          {faults.map(({ line, column, message }) => (
            <li key={`${line} ${column}`}>
              <span className="label text-muted">
                Line {line}, {column}
              </span>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
