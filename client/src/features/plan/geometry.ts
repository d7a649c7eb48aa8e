import { armChain, type Build } from '~/features/motion/armChain'
import { forward, type Link, type Pose, type Vec } from '~/features/motion/kinematics'
import type { CellPartsQuery } from './Plan.gen'
import type { Plan, Spot } from './plan'

/** Products that cells can be planned with. */
export type Parts = CellPartsQuery['cellParts']

/** A planned machine: its position and frames. */
export type Cell = {
  build: Build
  /** The height of the arm's base above the floor, in mm. */
  foot: number
  /** The rail's stroke, in mm; 0 without one. */
  along: number
  /** The distance from the flange to the middle of the gripper's pads, in mm; 0 without a gripper. */
  pads: number
  chain: Link[]
}

/** The machine of a plan; undefined if its arm is no longer sold. */
export function cellOf({ armId, railId, gripperId, standHeight }: Plan, parts: Parts): Cell | undefined {
  const arm = parts.arms.find(({ product }) => product.id === armId)
  if (!arm) return undefined
  const rail = arm.hasRail ? arm : parts.rails.find(({ product }) => product.id === railId)
  const build: Build = { upper: arm.upper / 1000, fore: arm.fore / 1000, thick: arm.shoulder / 195 }
  const foot = rail ? rail.deck : standHeight
  const at: Vec = [0, 0, foot / 1000]
  const first: Link = rail ? { at, joint: 'rail', slides: [1, 0, 0] } : { at }
  const pads = parts.grippers.find(({ product }) => product.id === gripperId)?.pads ?? 0
  return { build, foot, along: rail?.stroke ?? 0, pads, chain: [first, ...armChain(build)] }
}

const axes = ['axis1', 'axis2', 'axis3', 'axis4', 'axis5', 'axis6']

/** A pose from the API's joint values: the rail first, if there is one. */
export function poseOf({ along }: Cell, joints: readonly number[], opening = 0): Pose {
  const names = along ? ['rail', ...axes] : axes
  return { ...Object.fromEntries(names.map((name, k) => [name, joints[k] ?? 0])), opening }
}

/** The pose of an arm at rest. */
export const restOf = (cell: Cell): Pose =>
  poseOf(cell, [...(cell.along ? [cell.along / 2] : []), -26, -30, 104, 16, 90, 118], 50)

/** The centre of the gripped part relative to the flange. */
const grip = ({ pads }: Cell): Vec => [0, -pads / 1000, 0]

export const toolOf = (cell: Cell, pose: Pose): Vec => forward(cell.chain, pose, grip(cell))

/** The tool's rotation about z, in degrees. */
export function headingOf(cell: Cell, pose: Pose): number {
  const [x, y] = toolOf(cell, pose)
  const [dx, dy] = forward(cell.chain, pose, [1, grip(cell)[1], 0])
  return (Math.atan2(dy - y, dx - x) * 180) / Math.PI
}

/** The centre line of the arm's tubes from base to tool, each with its diameter, in mm. */
export function skeleton(cell: Cell, pose: Pose): { at: Vec; thick: number }[] {
  const { chain, build } = cell
  const { upper, fore, thick: s } = build
  const in_ = (frame: number, point: Vec) => forward(chain.slice(0, frame), pose, point)
  return [
    { at: in_(1, [0, 0, 0]), thick: 150 * s },
    { at: in_(3, [0, 0, 0]), thick: 140 * s },
    { at: in_(3, [0, -0.148 * s, 0]), thick: 100 * s },
    { at: in_(3, [0, -0.148 * s, upper]), thick: 100 * s },
    { at: in_(4, [0, -0.0235 * s, 0]), thick: 80 * s },
    { at: in_(4, [0, -0.0235 * s, fore]), thick: 80 * s },
    { at: in_(5, [0, -0.125 * s, 0]), thick: 86 * s },
    { at: in_(6, [0, 0, 0.118 * s]), thick: 86 * s },
    { at: in_(8, [0, 0, 0]), thick: 70 },
    { at: toolOf(cell, pose), thick: 0 },
  ]
}

/**
 * The maximum distance of a part's centre from axis 1 at this height with the tool pointing down, in mm; 0 if
 * unreachable.
 */
export function downReach({ build, foot, pads }: Cell, z: number): number {
  const { upper, fore, thick: s } = build
  const wrist = z + 101 * s + 10 + pads
  const high = wrist - foot - 195 * s
  const far = (upper + fore) * 1000
  if (Math.abs(high) >= far) return 0
  return Math.hypot(Math.sqrt(far ** 2 - high ** 2) + 118 * s, 125 * s)
}

export type Bounds = { x: readonly [number, number]; y: readonly [number, number]; z: number }

/** The extent of a drawing. */
export function boundsOf(plan: Plan, cell: Cell): Bounds {
  const reach = (cell.build.upper + cell.build.fore) * 1000
  const xs = [-reach, cell.along + reach]
  const ys = [-reach, reach]
  const zs = [(cell.build.upper + cell.build.fore) * 700 + cell.foot, plan.pick.z, plan.place.z]
  if (cell.along) xs.push(-290, 1715)
  for (const spot of [plan.pick, plan.place]) {
    const half = Math.max(plan.part.length, plan.part.width) / 2
    xs.push(spot.x - half, spot.x + half)
    ys.push(spot.y - half, spot.y + half)
  }
  for (const one of plan.obstacles)
    for (const [x, y] of cornersOf(one, one.length, one.width)) {
      xs.push(x)
      ys.push(y)
      zs.push(one.z + one.height)
    }
  const room = 150
  return {
    x: [Math.min(...xs) - room, Math.max(...xs) + room],
    y: [Math.min(...ys) - room, Math.max(...ys) + room],
    z: Math.max(...zs) + room,
  }
}

/** The corners of a rotated rectangle in the plan view. */
export function cornersOf({ x, y, heading }: Spot, length: number, width: number): [number, number][] {
  const [c, s] = [Math.cos((heading * Math.PI) / 180), Math.sin((heading * Math.PI) / 180)]
  return (
    [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
    ] as const
  ).map(([i, j]) => {
    const [u, v] = [(i * length) / 2, (j * width) / 2]
    return [x + u * c - v * s, y + u * s + v * c]
  })
}

export type Frame = { time: number; joints: readonly number[]; holding: boolean; opening: number }

/** The state of machine and part at a time of the cycle. */
export type CycleState = { pose: Pose; part: 'pick' | 'place' | 'held' }

export function cycleStateAt(cell: Cell, frames: readonly Frame[], time: number): CycleState {
  const next = frames.findIndex((frame) => frame.time > time)
  const after = frames[next < 0 ? frames.length - 1 : next] as Frame
  const before = frames[Math.max(next < 0 ? frames.length - 1 : next - 1, 0)] as Frame
  const span = after.time - before.time
  const part = span > 0 ? Math.min(Math.max((time - before.time) / span, 0), 1) : 0
  const mixed = (from: number, to = from) => from + (to - from) * part
  const joints = before.joints.map((value, k) => mixed(value, after.joints[k]))
  const released = frames
    .slice(0, Math.max(next < 0 ? frames.length : next, 1))
    .some(({ holding }) => holding)
  return {
    pose: poseOf(cell, joints, mixed(before.opening, after.opening)),
    part: before.holding ? 'held' : released ? 'place' : 'pick',
  }
}
