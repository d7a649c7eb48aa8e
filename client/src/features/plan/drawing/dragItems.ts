import type { Item, Spot } from '~/features/plan/plan'
import type { CellScene } from './cellScene'
import type { Handles } from './handles'

/** An item being dragged, and its new coordinates. */
export type Dragged = { item: Item; to: Partial<Spot> }

/** The interval at which the planner is notified of a drag, in ms. The scene updates in every frame. */
const pace = 80

/** Drags items with the pointer; pointer events on them don't reach the camera controls. */
export function dragItems(
  canvas: HTMLCanvasElement,
  scene: CellScene,
  current: { current: Handles },
  onDrag: (dragged: Dragged | undefined) => void,
): () => void {
  const ends = new AbortController()
  const { signal } = ends
  let held: (Dragged & { id: number; move: (x: number, y: number) => Partial<Spot> }) | undefined
  let notifiedAt = 0
  let later: ReturnType<typeof setTimeout> | undefined
  const notify = () => {
    clearTimeout(later)
    later = undefined
    notifiedAt = performance.now()
    if (held) current.current.drag(held.item, held.to)
  }
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || held) return
      const found = scene.grab(event.clientX, event.clientY)
      if (!found) return
      event.stopImmediatePropagation()
      canvas.setPointerCapture(event.pointerId)
      held = { id: event.pointerId, to: {}, ...found }
      current.current.select(found.item)
      onDrag(held)
    },
    { signal, capture: true },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (held?.id === event.pointerId) {
        held.to = { ...held.to, ...held.move(event.clientX, event.clientY) }
        onDrag(held)
        later ??= setTimeout(notify, notifiedAt + pace - performance.now())
      } else if (!held && event.pointerType === 'mouse' && event.buttons === 0)
        canvas.style.cursor = scene.grab(event.clientX, event.clientY) ? 'move' : ''
    },
    { signal },
  )
  const drop = (event: PointerEvent) => {
    if (held?.id !== event.pointerId) return
    if (later) notify()
    held = undefined
    current.current.drop()
    onDrag(held)
  }
  canvas.addEventListener('pointerup', drop, { signal })
  canvas.addEventListener('pointercancel', drop, { signal })
  // Keeps the page from scrolling during a drag by touch.
  canvas.addEventListener('touchmove', (event) => held && event.preventDefault(), { signal, passive: false })
  return () => {
    clearTimeout(later)
    ends.abort()
  }
}
