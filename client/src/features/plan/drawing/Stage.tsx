import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { CycleBar } from '~/features/plan/CycleBar'
import {
  boundsOf,
  type CycleState,
  cellOf,
  cycleStateAt,
  type Parts,
  poseOf,
  restOf,
} from '~/features/plan/geometry'
import type { Plan } from '~/features/plan/plan'
import type { Playback } from '~/features/plan/playback'
import type { CalculatedPlan } from '~/features/plan/usePlanResult'
import { Chips } from '~/ui/Chips'
import { ErrorState } from '~/ui/ErrorState'
import type { Handles } from './handles'
import { PlanDrawing } from './PlanDrawing'
import { useView } from './useView'

/** The cell to view and edit: as a drawing, or in 3D if the browser supports it. */
export function Stage({
  plan,
  settled,
  calculated,
  parts,
  handles,
  playback,
  children,
}: {
  plan: Plan
  settled: Plan
  calculated?: CalculatedPlan
  parts: Parts
  handles: Handles
  playback: Playback
  /** Content beside the choice of the view. */
  children: ReactNode
}) {
  const { view, setView, scene, missing, miss } = useView()
  // The machine is drawn as last calculated; everything else follows the pointer.
  const cell = useMemo(
    () => (calculated ? cellOf(calculated.plan, parts) : cellOf(plan, parts)),
    [calculated, plan, parts],
  )
  // Fixed while dragging, or the drawing would rescale under the pointer.
  const bounds = useMemo(() => {
    const one = cellOf(settled, parts)
    return one && boundsOf(settled, one)
  }, [settled, parts])
  const cycle = calculated?.result.cycle ?? null
  const posed = useMemo((): CycleState | undefined => {
    if (!cell) return undefined
    if (!cycle) return { pose: restOf(cell), part: 'pick' }
    const atPlace = handles.selected === 'place'
    const closed = (calculated?.plan ?? plan).part.width
    return {
      pose: poseOf(cell, atPlace ? cycle.place : cycle.pick, closed),
      part: atPlace ? 'place' : 'pick',
    }
  }, [cell, cycle, handles.selected, calculated, plan])
  if (!cell || !bounds || !posed)
    return (
      <ErrorState
        title="This arm isn't available"
        message="The plan names a product that we no longer sell. Choose another arm."
      />
    )
  const look = { plan, cell, bounds, posed, playback, handles }
  return (
    <>
      <div className="plan-views">
        <Chips
          label="View"
          options={[
            { value: '3d', label: '3D' },
            { value: 'plan', label: 'Plan' },
          ]}
          value={view}
          onChange={setView}
        />
        <div className="plan-tools">{children}</div>
        {missing && view === 'plan' && (
          <p role="status" className="text-small text-faint">
            {missing}
          </p>
        )}
      </div>
      <div className="plan-stage bg-plate" data-view={view === '3d' && scene ? view : undefined}>
        {view === '3d' && scene ? (
          <scene.CellView {...look} onMissing={miss} />
        ) : (
          <Moving {...look} dimmed={!cycle} />
        )}
      </div>
      {cycle && <CycleBar cycle={cycle} playback={playback} />}
    </>
  )
}

type Look = Parameters<typeof PlanDrawing>[0] extends infer Props
  ? Omit<Props, 'moment'> & { posed: CycleState; playback: Playback }
  : never

/** The drawing, with the machine at the playback's time. */
function Moving({ posed, playback, ...look }: Look) {
  const time = useSyncExternalStore(playback.subscribe, () => (playback.resting ? -1 : playback.time))
  const moment =
    time < 0 || playback.frames.length === 0 ? posed : cycleStateAt(look.cell, playback.frames, time)
  return <PlanDrawing {...look} moment={moment} />
}
