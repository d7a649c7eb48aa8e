import { column, hand } from './assistant'
import { drawSoftGripper } from './drawGripper'
import type { Pose } from './kinematics'
import { cap, depthCamera, flange, lightRing, ring, sides } from './parts'
import { lettering, type Place, slab } from './shapes'
import { block, cylinder, union, without } from './solids'

const carriageFace = 0.055

/**
 * Draws the arm from its carriage to its gripper, in the frames of lift, reach, roll, pitch and hand. Returns a
 * function that moves the other parts.
 */
export function drawAssistantArm(
  lift: Place,
  reach: Place,
  roll: Place,
  pitch: Place,
  turning: Place,
): (pose: Pose) => void {
  carriage(lift)
  const extend = telescope(lift, reach)
  wrist(roll, pitch, turning)
  const grip = drawSoftGripper(turning.at([0, 0, 0.046]))
  return (pose) => {
    extend(pose)
    grip(pose)
  }
}

/** The carriage on the column's front; its origin is on the column's face at the arm's height. */
function carriage(frame: Place) {
  const [low, high] = [-0.052, 0.115]
  const body = block(
    [0, -carriageFace / 2 + 0.0225, (low + high) / 2],
    [0.075, carriageFace / 2 + 0.0225, (high - low) / 2],
    0.018,
  )
  const inside = block([0, 0.1, 0], [column.x / 2 + 0.0012, 0.1012, 1], 0.01)
  frame.cast('shell', without(0.003, body, inside), [-0.075, -carriageFace, low], [0.075, 0.045, high], 0.004)
  lettering(frame.at([0, -carriageFace - 0.0004, 0.09], [90, 0, 0]), 'MA-2', 0.022, false)
  for (const side of sides) cap(frame.at([side * 0.0745, -0.008, 0.058], [0, side * 90, 0]), 0.037)
}

/** The telescope; z points ahead. Returns a function that moves its middle section by 56 % of the reach. */
function telescope(lift: Place, reach: Place): (pose: Pose) => void {
  const start = lift.at([0, -carriageFace, 0], [90, 0, 0])
  start.add(
    'graphite',
    slab(
      [
        [0.02, -0.002],
        [-0.005, -0.002],
        [-0.005, 0.008, 0.003],
        [0.02, 0.009],
      ],
      [0.08, 0.084],
      0.018,
    ),
  )
  section(start, [0.08, 0.084], 0.018, 0.006, 0.24, 'shell')
  const second = start.frame()
  section(second, [0.064, 0.068], 0.015, 0.02, 0.257, 'shell')
  // The third section moves with the wrist, whose centre is 335 mm in front of the sections' seat.
  section(reach.at([0, 0.335, 0], [90, 0, 0]), [0.05, 0.054], 0.012, 0.04, 0.273, 'satin')
  const rest = second.group.position.y
  return ({ reach: at = 0 }) => {
    second.group.position.y = rest - ((at - 390) / 1000) * 0.56
  }
}

/** A telescopic tube with a wiper ring at its end. */
function section(
  place: Place,
  size: readonly [number, number],
  bend: number,
  from: number,
  to: number,
  material: 'shell' | 'satin',
) {
  place.add(
    material,
    slab(
      [
        [0, from],
        [0, to - 0.012],
      ],
      size,
      bend,
    ),
  )
  place.add(
    'rubber',
    slab(
      [
        [0.0012, to - 0.0125],
        [0.0012, to - 0.0108],
      ],
      size,
      bend,
    ),
  )
  place.add(
    'graphite',
    slab(
      [
        [-0.0015, to - 0.011],
        [-0.0015, to, 0.003],
        [bend * 0.4, to],
      ],
      size,
      bend,
    ),
  )
}

/** The wrist (roll, pitch, roll): a fork, a hub between its cheeks, the gripper's seat with a depth camera above it. */
function wrist(roll: Place, pitch: Place, turn: Place) {
  const middle = 0.062
  const end = roll.at([0, 0, -middle])
  ring('rubber', end, 0.0235, -0.001, 0.006)
  lightRing(end, 0.0245, 0.0016)
  const solid = union(
    0.018,
    cylinder([0, 0, 0.022], 'z', 0.032, 0.0175, 0.006),
    cylinder([0, 0, middle], 'x', 0.0365, 0.046, 0.004),
  )
  end.cast(
    'shell',
    without(0.004, solid, block([0, 0, 0.083], [0.0262, 0.08, 0.058], 0.006)),
    [-0.047, -0.037, 0.004],
    [0.047, 0.037, 0.1],
    0.003,
  )
  for (const side of sides) cap(end.at([side * 0.0457, 0, middle], [0, side * 90, 0]), 0.0345)
  const hub = union(
    0.012,
    cylinder([0, 0, 0], 'x', 0.0325, 0.0248, 0.003),
    cylinder([0, 0, 0.034], 'z', 0.0245, 0.02, 0.003),
  )
  pitch.cast('graphite', hub, [-0.025, -0.033, -0.033], [0.025, 0.033, 0.055], 0.003)
  ring('rubber', pitch, 0.0232, 0.053, hand + 0.001)
  turn.lathe('shell', [
    [0.015, 0],
    [0.0335, 0, 0.003],
    [0.0335, 0.03, 0.003],
    [0.03, 0.033],
    [0.03, 0.036],
    [0.01, 0.036],
  ])
  lightRing(turn, 0.0312, 0.0333)
  const bridge = union(
    0.006,
    block([0, 0.032, 0.016], [0.016, 0.02, 0.01], 0.004),
    block([0, 0.05, 0.018], [0.04, 0.012, 0.016], 0.006),
  )
  turn.cast('graphite', bridge, [-0.041, 0.01, 0], [0.041, 0.063, 0.035], 0.003)
  depthCamera(turn.at([0, 0.05, 0.0342]), 0.066, 0.019)
  flange(turn.at([0, 0, 0.036]))
}
