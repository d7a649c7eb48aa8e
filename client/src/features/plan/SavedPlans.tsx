import { useQuery } from '@apollo/client/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '~/lib/apollo'
import { focusAfterDialog } from '~/lib/focusAfterDialog'
import { Button } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { TextField } from '~/ui/Field'
import { Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import type { Plan } from './plan'
import { SavedPlan } from './SavedPlan'
import { SavedPlansDocument } from './SavedPlans.gen'
import { useSavedPlans } from './useSavedPlans'

/** The account's saved plans, and a form to save this one. */
export function SavedPlans({ settled, onClose }: { settled: Plan; onClose: () => void }) {
  const { data, error, refetch } = useQuery(SavedPlansDocument, { fetchPolicy: 'cache-and-network' })
  const saved = useSavedPlans()
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
              <SavedPlan
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
