/**
 * Kinematics of the machines. Drawing and stated figures use the same chains, so that they agree. Lengths of chains are
 * metres as in media/machines, joint values are in the page's units: degrees or millimetres; z is up.
 */
export type Vec = readonly [x: number, y: number, z: number]
export type Axis = 'x' | 'y' | 'z'

export type Joint = {
  id: string
  /** "Axis 1 · base" */
  name: string
  unit: '°' | 'mm'
  least: number
  most: number
}

/** Values by joint ID. */
export type Pose = Readonly<Record<string, number>>

/** A frame relative to the previous one: its position and rotation, and the joint that rotates or slides it. */
export type Link = {
  at?: Vec
  /** A fixed rotation around x in degrees. */
  tilt?: number
  joint?: string
  turns?: Axis
  /** The direction of one millimetre of the joint. */
  slides?: Vec
}

/** Clamps a value to the joint's limits; NaN becomes the limit nearest to zero. */
export function clamp({ least, most }: Joint, value: number): number {
  return Math.min(Math.max(Number.isFinite(value) ? value : 0, least), most)
}

/** Clamps every joint to its limits. */
export function clampPose(joints: readonly Joint[], pose: Pose): Pose {
  return Object.fromEntries(joints.map((joint) => [joint.id, clamp(joint, pose[joint.id] ?? 0)]))
}

/** The origin of a frame. */
export const origin: Vec = [0, 0, 0]

const radians = Math.PI / 180

function turned([x, y, z]: Vec, axis: Axis, degrees: number): Vec {
  const c = Math.cos(degrees * radians)
  const s = Math.sin(degrees * radians)
  if (axis === 'x') return [x, c * y - s * z, s * y + c * z]
  if (axis === 'y') return [c * x + s * z, y, c * z - s * x]
  return [c * x - s * y, s * x + c * y, z]
}

const plus = (a: Vec, b: Vec, times = 1): Vec => [
  a[0] + b[0] * times,
  a[1] + b[1] * times,
  a[2] + b[2] * times,
]

/** The position of a point in the chain's last frame, in millimetres. */
export function forward(chain: readonly Link[], pose: Pose, point: Vec = origin): Vec {
  let place = point
  for (const { at = origin, tilt = 0, joint, turns, slides } of chain.toReversed()) {
    const value = joint === undefined ? 0 : (pose[joint] ?? 0)
    if (turns) place = turned(place, turns, value)
    if (tilt) place = turned(place, 'x', tilt)
    if (slides) place = plus(place, slides, value / 1000)
    place = plus(place, at)
  }
  return [place[0] * 1000, place[1] * 1000, place[2] * 1000]
}

/** The distance between two points. */
export const distance = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Interpolates between two poses: 0 is the first, 1 the second. */
export function interpolatePoses(from: Pose, to: Pose, part: number): Pose {
  return Object.fromEntries(
    Object.entries(to).map(([id, value]) => [id, (from[id] ?? value) + (value - (from[id] ?? value)) * part]),
  )
}
