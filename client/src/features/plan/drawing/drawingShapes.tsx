import type { ReactNode } from 'react'
import { cornersOf } from '~/features/plan/geometry'
import { lengthText } from '~/features/plan/measures'
import type { Obstacle, Plan, Spot } from '~/features/plan/plan'
import { control, fg, ground, lifted, muted, signal } from './colours'

/** Converts millimetres to the drawing. */
export type Axis = (value: number) => number

export function DrawingLabel({
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

/** An obstacle on both views. */
export function ObstacleShape({
  one,
  px,
  above,
  front,
}: {
  one: Obstacle
  px: number
  above: Axis
  front: Axis
}) {
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

export function ArmShape({ tubes, px }: { tubes: [x: number, y: number, thick: number][]; px: number }) {
  const pairs = tubes.slice(1).map((to, k) => ({ from: tubes[k] as [number, number, number], to, k }))
  const path = ({ from, to }: (typeof pairs)[number]) => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`
  // An outline of the whole arm, then the tubes.
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

export function PartShape({
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

/** The dimension from pick to place. */
export function DimensionLine({ from, to, above, px }: { from: Spot; to: Spot; above: Axis; px: number }) {
  const [x0, y0, x1, y1] = [from.x, above(from.y), to.x, above(to.y)]
  const far = Math.hypot(x1 - x0, y1 - y0)
  if (far < 120 * px) return null
  const [ux, uy] = [(x1 - x0) / far, (y1 - y0) / far]
  // Beside the points, at the front.
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
      <DrawingLabel
        x={(ax + bx) / 2}
        y={(ay + by) / 2 + (Math.abs(uy) > 0.7 ? 0 : -5 * px)}
        px={px}
        fill={fg}
        middle
      >
        {lengthText(Math.hypot(to.x - from.x, to.y - from.y))}
      </DrawingLabel>
    </g>
  )
}
