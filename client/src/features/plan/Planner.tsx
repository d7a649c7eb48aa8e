import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { connectionStore } from '~/lib/connection'
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
import type { Handles } from './drawing/handles'
import { Stage } from './drawing/Stage'
import type { Parts } from './geometry'
import { type Item, moveItem, type Plan, type Spot, spotOf } from './plan'
import { Playback } from './playback'
import { type Remedy, Results } from './Results'
import { Setup } from './Setup'
import { ResultAnnouncement, Summary } from './Summary'
import { usePlan } from './usePlan'
import { type CalculatedPlan, usePlanResult } from './usePlanResult'
import './plan.css'

const faults: Record<Fault, string> = {
  version: 'This link is from a newer version of the planner. The example is shown.',
  malformed: "This link can't be read: part of it is missing or changed. The example is shown.",
}

// Optional: a failure to load leaves it out.
const Actions = lazy(() => import('./Actions').catch(() => ({ default: Nothing })))
const importSaved = () => import('./SavedPlans')
const importComparison = () => import('./ComparePlans')

const steps: Readonly<Record<string, readonly [x: number, y: number, z: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, 1],
  PageDown: [0, 0, -1],
}

/** Shown for a part that failed to load. */
const Nothing: typeof import('./Actions').default = () => <></>

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
  const { plan, settled, dragging, change, drag, step, canUndo, canRedo } = usePlan(shown)
  const { calculated, failure, waiting, retry } = usePlanResult(plan, first)
  const [selected, select] = useState<Item | null>('pick')
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

  // A removed item can't stay selected.
  const chosen = selected !== null && spotOf(plan, selected) ? selected : null
  const handles: Handles = useMemo(
    () => ({
      selected: chosen,
      select,
      drag: (item, to) => drag((before) => moveItem(before, item, to)),
      drop: () => step('drop'),
      key: (item, event: KeyboardEvent) => {
        const by = steps[event.key]
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        const far = event.shiftKey ? 100 : 10
        select(item)
        change((before) => {
          const { x, y, z } = spotOf(before, item) ?? { x: 0, y: 0, z: 0 }
          return moveItem(before, item, { x: x + by[0] * far, y: y + by[1] * far, z: z + by[2] * far })
        }, `move ${item} ${event.key}`)
      },
    }),
    [chosen, drag, step, change],
  )

  const cycle = calculated?.result.cycle ?? null
  const frames = cycle?.frames
  useEffect(() => playback.load(frames ?? []), [playback, frames])
  useEffect(() => () => playback.pause(), [playback])
  // Changing the plan stops the playback.
  useEffect(() => {
    if (dragging) playback.rest()
  }, [dragging, playback])

  useEffect(() => {
    const undo = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      // In fields, the keys undo typing.
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return
      event.preventDefault()
      step(event.shiftKey ? 'redo' : 'undo')
    }
    document.addEventListener('keydown', undo)
    return () => document.removeEventListener('keydown', undo)
  }, [step])

  const apply = useCallback(
    ({ message, change: by }: Remedy) => {
      playback.rest()
      toast.success(message, { label: 'Undo', act: () => step('undo') })
      change((before) => {
        const armId = by.armId ?? before.armId
        const hasRail = parts.arms.find(({ product }) => product.id === armId)?.hasRail
        const railId = hasRail || by.withoutRail ? null : (by.railId ?? before.railId)
        return {
          ...before,
          armId,
          railId,
          gripperId: by.gripperId ?? before.gripperId,
          standHeight: hasRail || railId ? 0 : (by.standHeight ?? before.standHeight),
          lift: by.lift ?? before.lift,
          pick: spotFrom(by.pick ?? before.pick),
          place: spotFrom(by.place ?? before.place),
        }
      })
    },
    [change, step, parts, playback],
  )

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

/** A point without the fields that GraphQL adds. */
const spotFrom = ({ x, y, z, heading }: Spot): Spot => ({ x, y, z, heading })

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
