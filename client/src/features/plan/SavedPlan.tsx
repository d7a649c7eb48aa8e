import { type FormEvent, useRef, useState } from 'react'
import { Button, ButtonLink } from '~/ui/Button'
import { DateText } from '~/ui/DateText'
import { TextField } from '~/ui/Field'
import { Link } from '~/ui/Link'
import { toast } from '~/ui/toasts'
import { planOf, planPath } from './address'
import type { Plan } from './plan'
import type { SavedPlanFragment } from './SavedPlans.gen'
import type { useSavedPlans } from './useSavedPlans'

/** A saved plan and its actions, each with an undo in its toast. */
export function SavedPlan({
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
} & ReturnType<typeof useSavedPlans>) {
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
