/** Camera controls: pointer and touch, keyboard, and buttons. Angles are degrees. */
export type OrbitView = { turn: number; rise: number; zoom: number }

const limits = { rise: [-4, 88], zoom: [0.4, 3] } as const

const clampTo = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(Math.max(value, least), most)

export const orbitBy = (view: OrbitView, by: Partial<OrbitView>): OrbitView => ({
  turn: view.turn + (by.turn ?? 0),
  rise: clampTo(view.rise + (by.rise ?? 0), limits.rise),
  zoom: clampTo(view.zoom * (by.zoom ?? 1), limits.zoom),
})

/** Key bindings: arrows rotate, + and - zoom. The caller handles 0, which resets the view. */
export const keys: Readonly<Record<string, Partial<OrbitView>>> = {
  ArrowLeft: { turn: -10 },
  ArrowRight: { turn: 10 },
  ArrowUp: { rise: 6 },
  ArrowDown: { rise: -6 },
  '+': { zoom: 1.2 },
  '=': { zoom: 1.2 },
  '-': { zoom: 1 / 1.2 },
}

/**
 * Pointer controls of an element. One finger rotates horizontally, while vertical movement scrolls the page
 * (`touch-action: pan-y`); two fingers tilt and zoom. A mouse rotates both ways; its wheel scrolls the page unless Ctrl
 * is held, which is also what touchpads send for a pinch.
 */
export function followPointers(element: HTMLElement, look: (by: Partial<OrbitView>) => void): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  const spread = () => {
    const [a, b] = [...pointers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  function move({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent) {
    const before = pointers.get(pointerId)
    if (!before) return
    const was = spread()
    pointers.set(pointerId, { x, y })
    const several = pointers.size > 1
    const part = several ? 0.5 : 1
    look({
      turn: -(x - before.x) * 0.4 * part,
      rise: several || pointerType === 'mouse' ? (y - before.y) * 0.3 * part : 0,
      zoom: several && was > 0 ? spread() / was : 1,
    })
  }

  const ends = new AbortController()
  const { signal } = ends
  const drop = ({ pointerId }: PointerEvent) => pointers.delete(pointerId)
  element.addEventListener(
    'pointerdown',
    ({ pointerId, clientX: x, clientY: y }) => {
      pointers.set(pointerId, { x, y })
      element.setPointerCapture(pointerId)
    },
    { signal },
  )
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', drop, { signal })
  element.addEventListener('pointercancel', drop, { signal })
  element.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length > 1) event.preventDefault()
    },
    { signal, passive: false },
  )
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      look({ zoom: Math.exp(-event.deltaY / 200) })
    },
    { signal, passive: false },
  )
  return () => ends.abort()
}
