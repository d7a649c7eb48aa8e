import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { railMiddle } from '~/features/motion/rail'
import {
  type Bounds,
  type Cell,
  type CycleState,
  downReach,
  headingOf,
  skeleton,
  toolOf,
} from '~/features/plan/geometry'
import type { Item, Plan, Spot } from '~/features/plan/plan'
import { control, faint, fg, line, muted, raised } from './colours'
import { DrawingHandle } from './DrawingHandle'
import { ArmShape, DimensionLine, DrawingLabel, ObstacleShape, PartShape } from './drawingShapes'
import type { Handles } from './handles'

/** An item's label; obstacles of the same kind are numbered. */
export const nameOf = (plan: Plan, item: Item): string => {
  if (typeof item === 'string') return item === 'pick' ? 'Pick' : 'Place'
  const kind = plan.obstacles[item]?.kind
  const before = plan.obstacles.slice(0, item + 1).filter((one) => one.kind === kind).length
  const all = plan.obstacles.filter((one) => one.kind === kind).length
  const words = { TABLE: 'Table', CONVEYOR: 'Conveyor', FENCE: 'Fence', BOX: 'Box' }
  return `${kind && words[kind]}${all > 1 ? ` ${before}` : ''}`
}

/** A plan view and, below it, an elevation, to the same scale. */
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
  moment: CycleState
  /** Absent if nothing can be moved. */
  handles?: Handles
  /** Whether the machine can't reach the pose drawn. */
  dimmed?: boolean
}) {
  const svg = useRef<SVGSVGElement>(null)
  const [size, setSize] = useState<readonly [number, number]>([640, Number.POSITIVE_INFINITY])
  useEffect(() => {
    const element = svg.current
    if (!element) return
    const sizes = new ResizeObserver(() => setSize([element.clientWidth || 640, element.clientHeight || 640]))
    sizes.observe(element)
    // touch-action alone does not keep the page from scrolling while a handle is dragged.
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
  /** The height in pixels that doesn't scale: two titles and the space below the floor. */
  const fixed = 66
  /** Millimetres per pixel. */
  const px = Math.max(width / size[0], (deep + bounds.z) / Math.max(size[1] - fixed, 1))
  const title = 26 * px
  const floor = title + deep + title + bounds.z
  const height = deep + bounds.z + fixed * px
  // The plan view shows y upwards, the elevation z.
  const above = (y: number) => title + high - y
  const front = (z: number) => floor - z

  /** A pointer's coordinates on a view. */
  function at(event: PointerEvent, view: 'above' | 'front'): Partial<Spot> {
    const matrix = svg.current?.getScreenCTM()?.inverse()
    if (!matrix) return {}
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    return view === 'above' ? { x: point.x, y: title + high - point.y } : { x: point.x, z: floor - point.y }
  }

  const tubes = skeleton(cell, moment.pose)
  const [x, y, z] = toolOf(cell, moment.pose)
  const held: Spot = { x, y, z, heading: headingOf(cell, moment.pose) }
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
      <DrawingLabel x={left} y={16 * px} px={px} fill={faint}>
        PLAN · GRID 500 mm
      </DrawingLabel>
      <DrawingLabel x={left} y={title + deep + 18 * px} px={px} fill={faint}>
        ELEVATION
      </DrawingLabel>

      {reach > 0 && (
        <path
          d={`M0 ${above(reach)}H${cell.along}A${reach} ${reach} 0 0 1 ${cell.along} ${above(-reach)}H0A${reach} ${reach} 0 0 1 0 ${above(reach)}`}
          stroke={muted}
          strokeDasharray={`${6 * px} ${5 * px}`}
          fill={fg}
          fillOpacity={0.03}
        />
      )}

      {[...plan.obstacles.entries()].map(([k, one]) => (
        <ObstacleShape key={k} one={one} px={px} above={above} front={front} />
      ))}

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
        <ArmShape tubes={tubes.map(({ at: [x, y], thick }) => [x, above(y), thick])} px={px} />
        <ArmShape tubes={tubes.map(({ at: [x, , z], thick }) => [x, front(z), thick])} px={px} />
      </g>
      <PartShape spot={part} size={plan.part} above={above} front={front} px={px} />

      <DimensionLine from={plan.pick} to={plan.place} above={above} px={px} />
      {items.map((item) => {
        const named = { item, name: nameOf(plan, item) }
        return (
          <g key={item}>
            <DrawingHandle {...shared} {...named} view="front" up={front} />
            <DrawingHandle {...shared} {...named} view="above" up={above} />
          </g>
        )
      })}
    </svg>
  )
}
