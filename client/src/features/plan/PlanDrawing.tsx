import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Vec } from '~/features/motion/kinematics'
import { railMiddle } from '~/features/motion/rail'
import {
  type Bounds,
  type Cell,
  cornersOf,
  downReach,
  headingOf,
  type Moment,
  skeleton,
  toolOf,
} from './geometry'
import { lengthText } from './measures'
import type { Item, Obstacle, Plan, Spot } from './plan'

// Colours and strokes are attributes: the drawing is there before any stylesheet of the planner.
const ground = 'var(--color-ground)'
const raised = 'var(--color-raised)'
const lifted = 'var(--color-lifted)'
const line = 'var(--color-line)'
const control = 'var(--color-control)'
const faint = 'var(--color-faint)'
const muted = 'var(--color-muted)'
const fg = 'var(--color-fg)'
const signal = 'var(--color-signal)'

/** What can be done with the items of the drawing. */
export type Handles = {
  selected: Item | null
  select: (item: Item) => void
  /** Coordinates under the pointer while an item is dragged. */
  drag: (item: Item, to: Partial<Spot>) => void
  drop: () => void
  key: (item: Item, event: KeyboardEvent) => void
}

export const nameOf = (plan: Plan, item: Item): string => {
  if (typeof item === 'string') return item === 'pick' ? 'Pick' : 'Place'
  const kind = plan.obstacles[item]?.kind
  const before = plan.obstacles.slice(0, item + 1).filter((one) => one.kind === kind).length
  const all = plan.obstacles.filter((one) => one.kind === kind).length
  const words = { TABLE: 'Table', CONVEYOR: 'Conveyor', FENCE: 'Fence', BOX: 'Box' }
  return `${kind && words[kind]}${all > 1 ? ` ${before}` : ''}`
}

/** A plan from above and, below it, from the front; both to one scale. */
export function PlanDrawing({
  plan,
  cell,
  bounds,
  moment,
  handles,
  dimmed = false,
}: {
  plan: Plan
  cell: Cell
  bounds: Bounds
  moment: Moment
  /** Absent where nothing can be moved. */
  handles?: Handles
  /** Whether the machine can't stand as it is drawn. */
  dimmed?: boolean
}) {
  const svg = useRef<SVGSVGElement>(null)
  const [size, setSize] = useState<readonly [number, number]>([640, Number.POSITIVE_INFINITY])
  useEffect(() => {
    const element = svg.current
    if (!element) return
    const sizes = new ResizeObserver(() => setSize([element.clientWidth || 640, element.clientHeight || 640]))
    sizes.observe(element)
    // A finger on a handle drags it; touch-action alone does not keep the page from scrolling then.
    const hold = (event: TouchEvent) => {
      if (event.target instanceof Element && event.target.closest('.plan-handle')) event.preventDefault()
    }
    element.addEventListener('touchstart', hold, { passive: false })
    return () => {
      sizes.disconnect()
      element.removeEventListener('touchstart', hold)
    }
  }, [])

  const [left, right] = bounds.x
  const [low, high] = bounds.y
  const width = right - left
  const deep = high - low
  /** Pixels of the height that keep their size: two titles and the room below the floor. */
  const fixed = 66
  /** Millimetres of a pixel. */
  const px = Math.max(width / size[0], (deep + bounds.z) / Math.max(size[1] - fixed, 1))
  const title = 26 * px
  const floor = title + deep + title + bounds.z
  const height = deep + bounds.z + fixed * px
  // From above y goes up; in the elevation z does.
  const above = (y: number) => title + high - y
  const front = (z: number) => floor - z

  /** Where a pointer is on a view. */
  function at(event: PointerEvent, view: 'above' | 'front'): Partial<Spot> {
    const matrix = svg.current?.getScreenCTM()?.inverse()
    if (!matrix) return {}
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    return view === 'above' ? { x: point.x, y: title + high - point.y } : { x: point.x, z: floor - point.y }
  }

  const tubes = skeleton(cell, moment.pose)
  const held: Spot = {
    ...spotAt(toolOf(cell, moment.pose)),
    heading: headingOf(cell, moment.pose),
  }
  const part = moment.part === 'held' ? held : plan[moment.part]
  const reach = downReach(cell, plan.pick.z)
  const items: Item[] = [...plan.obstacles.keys(), 'pick', 'place']
  const shared = { plan, px, handles, at }
  const spacing = 500
  const grid = (from: number, to: number) =>
    Array.from(
      { length: Math.floor(to / spacing) - Math.ceil(from / spacing) + 1 },
      (_, k) => (Math.ceil(from / spacing) + k) * spacing,
    )

  return (
    <svg
      ref={svg}
      viewBox={`${left} 0 ${width} ${height}`}
      className="mx-auto block size-full"
      fill="none"
      stroke={control}
      strokeWidth={px}
      role={handles ? 'group' : 'img'}
      aria-label="Drawing of the cell: plan from above and elevation"
    >
      <g stroke={line}>
        {grid(left, right).map((x) => (
          <path key={x} d={`M${x} ${title}v${deep}`} />
        ))}
        {grid(low, high).map((y) => (
          <path key={y} d={`M${left} ${above(y)}h${width}`} />
        ))}
      </g>
      <Words x={left} y={16 * px} px={px} fill={faint}>
        PLAN · GRID 500 mm
      </Words>
      <Words x={left} y={title + deep + 18 * px} px={px} fill={faint}>
        ELEVATION
      </Words>

      {reach > 0 && (
        <path
          d={`M0 ${above(reach)}H${cell.along}A${reach} ${reach} 0 0 1 ${cell.along} ${above(-reach)}H0A${reach} ${reach} 0 0 1 0 ${above(reach)}`}
          stroke={muted}
          strokeDasharray={`${6 * px} ${5 * px}`}
          fill={fg}
          fillOpacity={0.03}
        />
      )}

      {items.map((item) =>
        typeof item === 'number' ? (
          <Body key={item} one={plan.obstacles[item] as Obstacle} px={px} above={above} front={front} />
        ) : null,
      )}

      {cell.along > 0 && (
        <g stroke={control} fill={raised}>
          <rect x={railMiddle * 1000 - 1000} y={above(185)} width={2000} height={300} />
          <path
            d={`M${railMiddle * 1000 - 980} ${above(75)}h1960M${railMiddle * 1000 - 980} ${above(-75)}h1960`}
          />
          <rect x={railMiddle * 1000 - 1000} y={front(160)} width={2000} height={160} />
        </g>
      )}
      {cell.along === 0 && cell.foot > 0 && (
        <g stroke={control} fill={raised}>
          <rect x={-130} y={above(130)} width={260} height={260} />
          <rect x={-100} y={front(cell.foot)} width={200} height={cell.foot} />
        </g>
      )}
      <path d={`M${left} ${floor}h${width}`} stroke={control} />

      <g opacity={dimmed ? 0.45 : 1}>
        <Arm tubes={tubes.map(({ at: [x, y], thick }) => [x, above(y), thick])} px={px} />
        <Arm tubes={tubes.map(({ at: [x, , z], thick }) => [x, front(z), thick])} px={px} />
      </g>
      <Part spot={part} size={plan.part} above={above} front={front} px={px} />

      <Span from={plan.pick} to={plan.place} above={above} px={px} />
      {items.map((item) => {
        const spot = typeof item === 'number' ? plan.obstacles[item] : plan[item]
        if (!spot) return null
        return (
          <g key={item}>
            <Handle {...shared} item={item} view="front" up={front} />
            <Handle {...shared} item={item} view="above" up={above} />
          </g>
        )
      })}
    </svg>
  )
}

const spotAt = ([x, y, z]: Vec): Spot => ({ x, y, z, heading: 0 })

function Words({
  x,
  y,
  px,
  fill,
  middle = false,
  children,
}: {
  x: number
  y: number
  px: number
  fill: string
  middle?: boolean
  children: ReactNode
}) {
  return (
    <text
      x={x}
      y={y}
      fontSize={11 * px}
      className="font-mono"
      fill={fill}
      stroke={ground}
      strokeWidth={3 * px}
      paintOrder="stroke"
      textAnchor={middle ? 'middle' : undefined}
    >
      {children}
    </text>
  )
}

type Axis = (value: number) => number

/** An obstacle on both views. */
function Body({ one, px, above, front }: { one: Obstacle; px: number; above: Axis; front: Axis }) {
  const corners = cornersOf(one, one.length, one.width)
  const xs = corners.map(([x]) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  const outline = `M${corners.map(([x, y]) => `${x} ${above(y)}`).join('L')}Z`
  const turned = `translate(${one.x} ${above(one.y)}) rotate(${-one.heading})`
  const [half, side] = [one.length / 2, one.width / 2]
  const rollers = Math.max(Math.floor(one.length / 150), 1)
  const fence = one.kind === 'FENCE'
  return (
    <g stroke={muted} fill={lifted}>
      <path
        d={outline}
        fillOpacity={fence ? 0.4 : 0.85}
        strokeDasharray={fence ? `${8 * px} ${3 * px}` : undefined}
      />
      {one.kind === 'CONVEYOR' && (
        <g transform={turned} stroke={control}>
          <path
            d={Array.from(
              { length: rollers - 1 },
              (_, k) => `M${-half + ((k + 1) * one.length) / rollers} ${-side * 0.86}v${side * 1.72}`,
            ).join('')}
          />
        </g>
      )}
      {one.kind === 'TABLE' && (
        <path
          transform={turned}
          stroke={control}
          d={`M${-half + 40} ${-side + 40}H${half - 40}V${side - 40}H${-half + 40}Z`}
        />
      )}
      {one.kind === 'BOX' && (
        <path
          transform={turned}
          stroke={control}
          d={`M${-half} ${-side}L${half} ${side}M${half} ${-side}L${-half} ${side}`}
        />
      )}
      <rect
        x={from}
        y={front(one.z + one.height)}
        width={to - from}
        height={one.height}
        fillOpacity={fence ? 0.12 : 0.6}
        strokeDasharray={fence ? `${8 * px} ${3 * px}` : undefined}
      />
    </g>
  )
}

function Arm({ tubes, px }: { tubes: [x: number, y: number, thick: number][]; px: number }) {
  const pairs = tubes.slice(1).map((to, k) => ({ from: tubes[k] as [number, number, number], to, k }))
  const path = ({ from, to }: (typeof pairs)[number]) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`
  // An edge round all of it, then the tubes.
  return (
    <g strokeLinecap="round">
      {pairs.map((pair) => (
        <path key={pair.k} d={path(pair)} stroke={ground} strokeWidth={pair.from[2] + 3 * px} />
      ))}
      {pairs.map((pair) => (
        <path key={pair.k} d={path(pair)} stroke={pair.k === 8 ? control : fg} strokeWidth={pair.from[2]} />
      ))}
      {pairs.map((pair) => (
        <path key={pair.k} d={path(pair)} stroke={ground} strokeWidth={px} strokeOpacity={0.5} />
      ))}
    </g>
  )
}

function Part({
  spot,
  size: { length, width, height },
  above,
  front,
  px,
}: {
  spot: Spot
  size: Plan['part']
  above: Axis
  front: Axis
  px: number
}) {
  const corners = cornersOf(spot, length, width)
  const xs = corners.map(([x]) => x)
  return (
    <g stroke={ground} fill={signal} strokeWidth={px}>
      <path d={`M${corners.map(([x, y]) => `${x} ${above(y)}`).join('L')}Z`} />
      <rect
        x={Math.min(...xs)}
        y={front(spot.z + height / 2)}
        width={Math.max(...xs) - Math.min(...xs)}
        height={height}
      />
    </g>
  )
}

/** The measured length from pick to place. */
function Span({ from, to, above, px }: { from: Spot; to: Spot; above: Axis; px: number }) {
  const [x0, y0, x1, y1] = [from.x, above(from.y), to.x, above(to.y)]
  const far = Math.hypot(x1 - x0, y1 - y0)
  if (far < 120 * px) return null
  const [ux, uy] = [(x1 - x0) / far, (y1 - y0) / far]
  // Beside the points, towards the front.
  const side = ux >= 0 ? 1 : -1
  const [nx, ny] = [-uy * side, ux * side]
  const off = 34 * px
  const [ax, ay, bx, by] = [x0 + nx * off, y0 + ny * off, x1 + nx * off, y1 + ny * off]
  const tick = 5 * px
  return (
    <g stroke={muted} pointerEvents="none">
      <path d={`M${ax} ${ay}L${bx} ${by}`} />
      {[
        [ax, ay, x0, y0],
        [bx, by, x1, y1],
      ].map(([x = 0, y = 0, px0 = 0, py0 = 0]) => (
        <path
          key={x}
          d={`M${px0 + nx * 10 * px} ${py0 + ny * 10 * px}L${x + nx * tick} ${y + ny * tick}M${x - (ux - nx) * tick} ${y - (uy - ny) * tick}L${x + (ux - nx) * tick} ${y + (uy - ny) * tick}`}
        />
      ))}
      <Words
        x={(ax + bx) / 2}
        y={(ay + by) / 2 + (Math.abs(uy) > 0.7 ? 0 : -5 * px)}
        px={px}
        fill={fg}
        middle
      >
        {lengthText(Math.hypot(to.x - from.x, to.y - from.y))}
      </Words>
    </g>
  )
}

/** What an item is taken by. Pick and place are rings, 44 px wide to the finger; an obstacle is taken anywhere. */
function Handle({
  plan,
  item,
  view,
  up,
  px,
  handles,
  at,
}: {
  plan: Plan
  item: Item
  view: 'above' | 'front'
  /** Where y, or in the elevation z, is on the drawing. */
  up: Axis
  px: number
  handles?: Handles
  at: (event: PointerEvent, view: 'above' | 'front') => Partial<Spot>
}) {
  const grabbed = useRef<{ x: number; y: number; z: number } | null>(null)
  const name = nameOf(plan, item)
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
        <Words x={outline.x} y={outline.top - 6 * px} px={px} fill={selected ? fg : muted} middle>
          {name}
        </Words>
      )}
    </>
  ) : (
    <>
      <circle cx={x} cy={y} r={9 * px} stroke={signal} strokeWidth={(selected ? 3 : 1.5) * px} />
      <Words x={x} y={y - 15 * px} px={px} fill={fg} middle>
        {name}
      </Words>
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

/** The outline of an obstacle on a view, and where its name stands. */
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
