import { type PointerEvent, useRef } from 'react'
import { cornersOf } from '~/features/plan/geometry'
import type { Item, Obstacle, Plan, Spot } from '~/features/plan/plan'
import { fg, ground, muted, signal } from './colours'
import { type Axis, DrawingLabel } from './drawingShapes'
import type { Handles } from './handles'

/**
 * The drag handle of an item. Pick and place are rings with a touch target of 44 px; an obstacle can be dragged
 * anywhere.
 */
export function DrawingHandle({
  plan,
  item,
  name,
  view,
  up,
  px,
  handles,
  at,
}: {
  plan: Plan
  item: Item
  name: string
  view: 'above' | 'front'
  /** Converts y, or in the elevation z, to the drawing. */
  up: Axis
  px: number
  handles?: Handles
  at: (event: PointerEvent, view: 'above' | 'front') => Partial<Spot>
}) {
  const grabbed = useRef<{ x: number; y: number; z: number } | null>(null)
  const selected = handles?.selected === item
  const obstacle = typeof item === 'number' ? plan.obstacles[item] : undefined
  const spot = typeof item === 'number' ? obstacle : plan[item]
  if (!spot) return null
  const { x } = spot
  const y = up(view === 'above' ? spot.y : spot.z)
  const outline = obstacle && outlineOf(obstacle, view, up)
  const look = outline ? (
    <>
      {selected && <path d={outline.path} stroke={fg} strokeWidth={2 * px} />}
      {view === 'above' && (
        <DrawingLabel x={outline.x} y={outline.top - 6 * px} px={px} fill={selected ? fg : muted} middle>
          {name}
        </DrawingLabel>
      )}
    </>
  ) : (
    <>
      <circle cx={x} cy={y} r={9 * px} stroke={signal} strokeWidth={(selected ? 3 : 1.5) * px} />
      <DrawingLabel x={x} y={y - 15 * px} px={px} fill={fg} middle>
        {name}
      </DrawingLabel>
    </>
  )
  if (!handles) return look

  function move(event: PointerEvent) {
    const offset = grabbed.current
    if (!offset || !handles || !spot) return
    const to = at(event, view)
    const snapped = (value: number | undefined, off: number) =>
      value === undefined ? undefined : Math.round((value - off) / 10) * 10
    handles.drag(item, {
      x: snapped(to.x, offset.x) ?? spot.x,
      ...(view === 'above'
        ? { y: snapped(to.y, offset.y) ?? spot.y }
        : { z: Math.max(snapped(to.z, offset.z) ?? spot.z, 0) }),
    })
  }

  function end() {
    if (!grabbed.current) return
    grabbed.current = null
    handles?.drop()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no button inside a drawing.
    <g
      role="button"
      tabIndex={view === 'above' ? 0 : -1}
      aria-pressed={selected}
      aria-label={`${name}: x ${spot.x}, y ${spot.y}, z ${spot.z} mm${view === 'front' ? ', elevation' : ''}`}
      className="plan-handle"
      cursor="move"
      onKeyDown={(event) => handles.key(item, event)}
      onFocus={() => handles.select(item)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        handles.select(item)
        event.currentTarget.setPointerCapture(event.pointerId)
        const to = at(event, view)
        grabbed.current = {
          x: (to.x ?? x) - x,
          y: (to.y ?? spot.y) - spot.y,
          z: (to.z ?? spot.z) - spot.z,
        }
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {outline ? (
        <path
          d={outline.path}
          fill={ground}
          fillOpacity={0}
          stroke={ground}
          strokeOpacity={0}
          strokeWidth={16 * px}
        />
      ) : (
        <circle cx={x} cy={y} r={22 * px} fill={ground} fillOpacity={0} stroke="none" />
      )}
      {look}
    </g>
  )
}

/** An obstacle's outline on a view, and the position of its label. */
function outlineOf(one: Obstacle, view: 'above' | 'front', up: Axis) {
  const corners = cornersOf(one, one.length, one.width)
  const xs = corners.map(([x]) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  const top = view === 'above' ? up(Math.max(...corners.map(([, y]) => y))) : up(one.z + one.height)
  const path =
    view === 'above'
      ? `M${corners.map(([x, y]) => `${x} ${up(y)}`).join('L')}Z`
      : `M${from} ${up(one.z)}V${top}H${to}V${up(one.z)}Z`
  return { path, top, x: (from + to) / 2 }
}
