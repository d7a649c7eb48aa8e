import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { connectionStore } from '~/lib/connection'
import { lazyOptional } from '~/lib/lazyOptional'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { Button, IconButton } from '~/ui/Button'
import { CopyButton } from '~/ui/CopyButton'
import { ErrorState } from '~/ui/ErrorState'
import { Icon } from '~/ui/Icon'
import { Skeleton } from '~/ui/Skeleton'
import { toast } from '~/ui/toasts'
import { useLazyModule } from '~/ui/useLazyModule'
import { type Fault, planPath } from './address'
import { Stage } from './drawing/Stage'
import type { Parts } from './geometry'
import type { Item, Plan } from './plan'
import { Playback } from './playback'
import { Results } from './Results'
import { type Remedy, withRemedy } from './remedy'
import { Setup } from './Setup'
import { ResultAnnouncement, Summary } from './Summary'
import { useHandles } from './useHandles'
import { usePlan, useUndoKeys } from './usePlan'
import { type CalculatedPlan, usePlanResult } from './usePlanResult'
import './plan.css'

const faults: Record<Fault, string> = {
  version: 'This link is from a newer version of the planner. The example is shown.',
  malformed: "This link can't be read: part of it is missing or changed. The example is shown.",
}

// Optional: a failure to load leaves it out.
const Actions = lazyOptional(() => import('./Actions'))
const importSaved = () => import('./SavedPlans')
const importComparison = () => import('./ComparePlans')

/** The planner with all its controls. */
export function Planner({
  shown,
  otherPlan,
  fault,
  parts,
  first,
}: {
  shown: Plan
  otherPlan?: Plan
  fault?: Fault
  parts: Parts
  first?: CalculatedPlan
}) {
  const planning = usePlan(shown)
  const { plan, settled, dragging, change, step, canUndo, canRedo } = planning
  useUndoKeys(step)
  const { calculated, failure, waiting, retry } = usePlanResult(plan, first)
  const [selected, select] = useState<Item | null>('pick')
  const handles = useHandles(planning, selected, select)
  const [playback] = useState(() => new Playback())
  const results = useRef<HTMLDivElement>(null)
  const connection = useSyncExternalStore(
    connectionStore.subscribe,
    connectionStore.get,
    connectionStore.getServerSnapshot,
  )

  const navigate = useNavigate()
  const comparison = useLazyModule(importComparison)
  const [comparing, setComparing] = useState(false)
  const savedPlans = useLazyModule(importSaved)
  const [saving, setSaving] = useState(false)
  const { isAuthenticated } = useAuth()
  const compared = otherPlan !== undefined
  const { load } = comparison
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the module once there is a plan to compare with.
  useEffect(() => {
    if (compared) void load()
  }, [compared])

  const frames = calculated?.result.cycle?.frames
  useEffect(() => playback.load(frames ?? []), [playback, frames])
  useEffect(() => () => playback.pause(), [playback])
  // Changing the plan stops the playback.
  useEffect(() => {
    if (dragging) playback.rest()
  }, [dragging, playback])

  function apply({ message, change: by }: Remedy) {
    playback.rest()
    toast.success(message, { label: 'Undo', act: () => step('undo') })
    change((before) => withRemedy(before, by, parts))
  }

  return (
    <div className="grid gap-6">
      {fault && (
        <p role="status" className="flex items-start gap-3 text-small text-muted">
          <Icon name="alert" className="mt-0.5 size-4 text-warn" />
          {faults[fault]}
        </p>
      )}
      <div className="plan">
        <div className="plan-stage-cell">
          <Stage
            plan={plan}
            settled={settled}
            calculated={calculated}
            parts={parts}
            handles={handles}
            playback={playback}
          >
            <IconButton label="Undo" disabled={!canUndo} onClick={() => step('undo')}>
              <Icon path={undoPath} />
            </IconButton>
            <IconButton label="Redo" disabled={!canRedo} onClick={() => step('redo')}>
              <Icon path={redoPath} />
            </IconButton>
            <SaveButton settled={settled} onOpen={async () => setSaving(await savedPlans.load())} />
            <CopyButton
              label="Copy link to this plan"
              caption="Copy link"
              text={() => window.location.href}
            />
          </Stage>
          <ResultAnnouncement calculated={calculated} waiting={waiting} />
        </div>
        <Setup plan={plan} parts={parts} handles={handles} change={change} />
        {calculated && (
          <Summary result={calculated.result} onShow={() => results.current?.scrollIntoView()} />
        )}
        <div ref={results} className="plan-results" aria-busy={waiting && !dragging ? true : undefined}>
          {failure && (
            <div className="mb-6">
              <ErrorState
                title="Couldn't calculate this plan"
                message={
                  connection === 'online'
                    ? failure
                    : 'You are offline. The drawing follows your changes; the results come back with the connection.'
                }
                onRetry={retry}
              />
            </div>
          )}
          {calculated && (
            <Results result={calculated.result} wanted={calculated.plan.partsPerHour} onApply={apply}>
              <Suspense fallback={<Skeleton className="h-48" />}>
                <Actions calculated={calculated} settled={settled}>
                  <Button size="sm" onClick={async () => setComparing(await comparison.load())}>
                    Compare with…
                  </Button>
                </Actions>
              </Suspense>
            </Results>
          )}
        </div>
      </div>
      {savedPlans.part && saving && isAuthenticated && (
        <savedPlans.part.SavedPlans settled={settled} onClose={() => setSaving(false)} />
      )}
      {calculated && comparison.part && (comparing || otherPlan) && (
        <comparison.part.ComparePlans
          calculated={calculated}
          settled={settled}
          otherPlan={otherPlan}
          onClose={() => {
            setComparing(false)
            if (otherPlan) navigate(planPath(settled))
          }}
        />
      )}
    </div>
  )
}

const undoPath = 'M4 9h10.5a5 5 0 0 1 0 10H8M8 4.5 3.5 9 8 13.5'
const redoPath = 'M20 9H9.5a5 5 0 0 0 0 10H16M16 4.5 20.5 9 16 13.5'

/** Opens the account's saved plans; visitors sign in first and return. */
function SaveButton({ settled, onOpen }: { settled: Plan; onOpen: () => void }) {
  const navigate = useNavigate()
  const { isAuthenticated } = useAuth()
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        if (isAuthenticated) return onOpen()
        toast.info('Sign in to save plans')
        navigate(paths.login, { state: { from: planPath(settled) } satisfies FromState })
      }}
    >
      Save
    </Button>
  )
}
