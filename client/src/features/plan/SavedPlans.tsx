import { useMutation, useQuery } from '@apollo/client/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { Button, ButtonLink } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { ErrorState } from '~/ui/ErrorState'
import { TextField } from '~/ui/Field'
import { Link } from '~/ui/Link'
import { Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { planOf, planPath } from './address'
import { inputOf, type Plan } from './plan'
import {
  SavedPlanCreateDocument,
  SavedPlanDeleteDocument,
  type SavedPlanFragment,
  SavedPlansDocument,
  SavedPlanUpdateDocument,
} from './SavedPlans.gen'

/** Saves and deletes plans, each with an undo action in its toast. Never rejects. */
function useSaved() {
  const again = { refetchQueries: [SavedPlansDocument], awaitRefetchQueries: true }
  const [create] = useMutation(SavedPlanCreateDocument, again)
  const [update] = useMutation(SavedPlanUpdateDocument)
  const [remove] = useMutation(SavedPlanDeleteDocument, again)
  const succeeded = async (errors: Promise<readonly { message: string }[] | undefined>) => {
    try {
      const [refusal] = (await errors) ?? []
      if (refusal) toast.error(refusal.message)
      return !refusal
    } catch (error) {
      toast.error(errorMessage(error))
      return false
    }
  }
  const save = (name: string, cell: Plan) =>
    succeeded(
      create({ variables: { input: { name, cell: inputOf(cell) } } }).then(
        ({ data }) => data?.cellPlanCreate.userErrors,
      ),
    )
  const change = (id: string, input: { name?: string; cell?: Plan }) =>
    succeeded(
      update({
        variables: { input: { id, name: input.name, cell: input.cell && inputOf(input.cell) } },
      }).then(({ data }) => data?.cellPlanUpdate.userErrors),
    )
  const drop = (id: string) =>
    succeeded(remove({ variables: { input: { id } } }).then(({ data }) => data?.cellPlanDelete.userErrors))
  return { save, change, drop }
}

/** The account's saved plans, and a form to save this one. */
export function SavedPlans({ settled, onClose }: { settled: Plan; onClose: () => void }) {
  const { data, error, refetch } = useQuery(SavedPlansDocument, { fetchPolicy: 'cache-and-network' })
  const saved = useSaved()
  const heading = useRef<HTMLHeadingElement>(null)
  const [name, setName] = useState('')
  const [missing, setMissing] = useState(false)
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const plans = data?.me?.cellPlans

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setMissing(true)
    setSaving(true)
    if (await saved.save(name, settled)) {
      toast.success(`${name.trim()} saved`)
      setName('')
    }
    setSaving(false)
  }

  return (
    <section className="grid gap-6 border-t pt-6" aria-labelledby="plan-saved">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="plan-saved" ref={heading} tabIndex={-1} className="text-lead">
          Saved plans
        </h2>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close saved plans
        </Button>
      </div>
      <div className="plan-choice">
        <form noValidate onSubmit={submit} className="grid content-start gap-3">
          <TextField
            label="Name of this plan"
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            error={missing ? 'Name is required' : undefined}
            onChange={({ target }) => {
              setName(target.value)
              setMissing(false)
            }}
          />
          <Button
            type="submit"
            size="sm"
            className="justify-self-start"
            loading={saving}
            loadingText="Saving..."
          >
            Save plan
          </Button>
        </form>
        {error && !plans ? (
          <ErrorState
            title="Couldn't load your plans"
            message={errorMessage(error)}
            onRetry={() => void refetch().catch(() => {})}
          />
        ) : plans === undefined ? (
          <Skeleton className="h-24" />
        ) : plans.length === 0 ? (
          <p className="text-small text-muted">No saved plans yet. Give this one a name to keep it.</p>
        ) : (
          <ul className="border-t">
            {plans.map((plan) => (
              <Row
                key={plan.id}
                saved={plan}
                settled={settled}
                {...saved}
                onDeleted={() => focusAfterDialog(heading.current)}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Row({
  saved: { id, name, cell, updatedAt },
  settled,
  save,
  change,
  drop,
  onDeleted,
}: {
  saved: SavedPlanFragment
  settled: Plan
  onDeleted: () => void
} & ReturnType<typeof useSaved>) {
  const plan = planOf(cell)
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const next = typed?.trim()
    if (!next) return
    setBusy(true)
    if (next === name || (await change(id, { name: next }))) {
      setTyped(null)
      rename.current?.focus()
      if (next !== name)
        toast.success(`Renamed to ${next}`, { label: 'Undo', act: () => void change(id, { name }) })
    }
    setBusy(false)
  }

  async function overwrite() {
    if (await change(id, { cell: settled }))
      toast.success(`${name} updated`, plan && { label: 'Undo', act: () => void change(id, { cell: plan }) })
  }

  async function remove() {
    setBusy(true)
    const gone = await drop(id)
    setBusy(false)
    if (!gone) return
    toast.success(`${name} deleted`, plan && { label: 'Undo', act: () => void save(name, plan) })
    onDeleted()
  }

  return (
    <li className="grid gap-2 border-b py-4">
      {typed === null ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small">
          {plan ? (
            <Link to={planPath(plan)} className="plan-link wrap-anywhere">
              {name}
            </Link>
          ) : (
            <span className="wrap-anywhere">{name}</span>
          )}
          <span className="text-faint">
            <DateText value={updatedAt} />
          </span>
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-3">
          <TextField
            label={`New name of ${name}`}
            required
            maxLength={100}
            autoComplete="off"
            autoFocus
            value={typed}
            error={typed.trim() ? undefined : 'Name is required'}
            onChange={({ target }) => setTyped(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="sm" loading={busy} loadingText="Saving...">
              Save name
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setTyped(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      <div className="flex flex-wrap gap-2">
        {plan && (
          <ButtonLink
            size="sm"
            variant="ghost"
            to={planPath(settled, plan)}
            aria-label={`Compare with ${name}`}
          >
            Compare
          </ButtonLink>
        )}
        <Button size="sm" variant="ghost" aria-label={`Save this plan as ${name}`} onClick={overwrite}>
          Overwrite
        </Button>
        <Button
          ref={rename}
          size="sm"
          variant="ghost"
          aria-label={`Rename ${name}`}
          onClick={() => setTyped(name)}
        >
          Rename
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} loading={busy} onClick={remove}>
          Delete
        </Button>
      </div>
    </li>
  )
}
