import { useEffect, useRef, useState } from 'react'
import { followPointers, keys } from '~/features/motion/orbit'
import '~/features/motion/view.css'
import { type Bounds, type Cell, type CycleState, cycleStateAt } from '~/features/plan/geometry'
import { moveItem, type Plan } from '~/features/plan/plan'
import type { Playback } from '~/features/plan/playback'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { type CellScene, openCell } from './cellScene'
import { type Dragged, dragItems } from './dragItems'
import type { Handles } from './handles'

const gone = '3D needs WebGL 2, which this browser has not got or has turned off.'

/** The cell in 3D. Dragging an item moves it; dragging elsewhere rotates the view. */
export function CellView({
  plan,
  cell,
  bounds,
  posed,
  playback,
  handles,
  onMissing,
}: {
  plan: Plan
  cell: Cell
  bounds: Bounds
  /** The machine's pose while nothing is played. */
  posed: CycleState
  playback: Playback
  handles: Handles
  onMissing: (why: string) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLDivElement>(null)
  const [scene, setScene] = useState<CellScene>()
  const current = useRef(handles)
  useEffect(() => {
    current.current = handles
  }, [handles])
  const dragged = useRef<Dragged>(undefined)
  const show = useRef(() => {})

  useEffect(() => {
    const [shown, words] = [canvas.current, overlay.current]
    if (!shown || !words) return
    let end = () => {}
    // Building the machine takes a while, so the page is shown first.
    const later = setTimeout(() => {
      const opened = openCell(shown, words)
      if (!opened) return onMissing(gone)
      const lost = () => onMissing(gone)
      const letGo = dragItems(shown, opened, current, (to) => {
        dragged.current = to
        show.current()
      })
      const leave = followPointers(shown, opened.look)
      shown.addEventListener('webglcontextlost', lost)
      setScene(opened)
      end = () => {
        shown.removeEventListener('webglcontextlost', lost)
        letGo()
        leave()
        opened.dispose()
      }
    })
    return () => {
      clearTimeout(later)
      end()
    }
  }, [onMissing])

  useEffect(() => scene?.frame(bounds), [scene, bounds])
  useEffect(() => {
    if (!scene) return
    show.current = () => {
      const { current: held } = dragged
      const moment =
        playback.resting || playback.frames.length === 0
          ? posed
          : cycleStateAt(cell, playback.frames, playback.time)
      scene.moving(playback.playing || held !== undefined)
      scene.show({
        plan: held ? moveItem(plan, held.item, held.to) : plan,
        cell,
        moment,
        selected: handles.selected,
        dragged: held?.item,
      })
    }
    show.current()
    return playback.subscribe(() => show.current())
  }, [scene, plan, cell, posed, playback, handles.selected])

  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the view handles keys. */}
      <canvas
        ref={canvas}
        role="application"
        tabIndex={0}
        aria-label="3D view of the cell"
        aria-describedby="plan-view-hint"
        onKeyDown={(event) => {
          const by = keys[event.key]
          if (event.ctrlKey || event.metaKey || event.altKey || (!by && event.key !== '0')) return
          event.preventDefault()
          if (by) scene?.look(by)
          else scene?.resetView()
        }}
      />
      <div ref={overlay} aria-hidden="true" className="motion-labels label" />
      <p id="plan-view-hint" className="sr-only">
        Arrow keys rotate the view, plus and minus zoom, 0 resets. Points and objects are moved in their list.
      </p>
      <div className="motion-looks">
        <IconButton label="Zoom in" onClick={() => scene?.look({ zoom: 1.2 })}>
          <Icon name="plus" />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => scene?.look({ zoom: 1 / 1.2 })}>
          <Icon name="minus" />
        </IconButton>
        <IconButton label="Reset view" onClick={() => scene?.resetView()}>
          <Icon name="refresh" />
        </IconButton>
      </div>
    </>
  )
}
