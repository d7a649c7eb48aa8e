import { column, deck } from './assistant'
import { drawAssistantArm } from './drawAssistantArm'
import { drawAssistantBase } from './drawAssistantBase'
import type { Pose } from './kinematics'
import { corners, emergencyStop, screw, sides } from './parts'
import { extrude, type Place, slab } from './shapes'
import { block, plinth, without } from './solids'

const height = 1.35

/**
 * Draws the assistant in the frames of its chain: drive, turn, lift, reach, roll, pitch, hand, tool. Returns a function
 * that moves the other parts.
 */
export function drawAssistant(places: readonly Place[]): (pose: Pose) => void {
  const [, turn, lift, reach, roll, pitch, turning] = places as [
    Place,
    Place,
    Place,
    Place,
    Place,
    Place,
    Place,
  ]
  const drive = drawAssistantBase(turn)
  standing(turn)
  tray(turn)
  head(turn.at([0, column.at, column.top]))
  const work = drawAssistantArm(lift, reach, roll, pitch, turning)
  return (pose) => {
    drive(pose)
    work(pose)
  }
}

/** The column: an extruded profile with a guide in its front, a groove in each side, and a height scale. */
function standing(root: Place) {
  const bottom = deck[1] + 0.001
  const [x, y] = [column.x / 2, column.y / 2]
  const long = column.top - bottom
  const middle = (bottom + column.top) / 2
  const frame = root.at([0, column.at, 0])
  frame.at([0, 0, middle]).add(
    'shell',
    slab(
      [
        [0, -long / 2],
        [0, long / 2],
      ],
      [column.x, column.y],
      0.014,
    ),
  )
  frame.at([0, -y - 0.0002, middle]).box('dark', [0.043, 0.002, long], 0.0005)
  frame.at([0, -y - 0.001, middle]).box('satin', [0.019, 0.003, long - 0.01], 0.0005)
  for (let step = 0; step < 17; step++)
    frame.at([0, -y - 0.0026, 0.285 + step * 0.06], [90, 0, 0]).lathe(
      'rubber',
      [
        [0.0042, 0],
        [0, 0],
      ],
      12,
    )
  for (const side of sides) {
    frame.at([side * (x - 0.0002), y - 0.025, middle]).box('dark', [0.001, 0.0055, long], 0.0003)
    for (let mark = 280; mark <= 1250; mark += 10) {
      const wide = mark % 100 === 0 ? 0.014 : mark % 50 === 0 ? 0.009 : 0.005
      frame.at([side * x, -0.036 + wide / 2, mark / 1000]).box('ink', [0.0004, wide, 0.0011], 0.0001)
    }
  }
  root.add(
    'graphite',
    slab(
      [
        [0.02, bottom - 0.002],
        [0, bottom - 0.002],
        [0, 0.262, 0.006],
        [0.02, 0.262],
      ],
      [0.148, 0.13],
      0.022,
    ),
  )
  for (const at of corners(root, 0.063, 0.052, 0.26)) screw(at, 0.004)
}

/** The tray: 400 x 300 mm, open towards the column. */
function tray(root: Place) {
  const [y, z] = [0.13, 0.612]
  const place = root.at([0, y, z])
  const outer = plinth([0.4, 0.3], 0.04, 0, 0.03, 0.008)
  const deep = plinth([0.382, 0.282], 0.031, 0.006, 0.1, 0.006)
  const notch = block([0, column.at - y, 0], [column.x / 2 + 0.001, column.y / 2 + 0.001, 1], 0.014)
  const rim = block([0, column.at - y, 0], [column.x / 2 + 0.01, column.y / 2 + 0.01, 1], 0.02)
  place.cast(
    'shell',
    without(0.003, outer, without(0.002, deep, rim), notch),
    [-0.2, -0.15, 0],
    [0.2, 0.15, 0.03],
    0.005,
  )
  root.at([0, y + 0.03, z + 0.0062]).box('rubber', [0.37, 0.2, 0.0022], 0.0005)
  const bracket = [
    [0.034, -0.062],
    [0.06, -0.055],
    [0.2, -0.008],
    [0.2, 0],
    [0.034, 0],
  ] as const
  root.at([0, 0, z]).add('graphite', extrude(bracket, 0.084))
  root.at([0, 0.012, z - 0.009]).box('graphite', [column.x + 0.012, 0.062, 0.016], 0.003)
}

/** Parts on the column: signal light, status window, stop button. */
function head(place: Place) {
  const size = [column.x + 0.014, column.y + 0.014] as const
  const top = height - column.top - 0.0245
  place.add(
    'light',
    slab(
      [
        [0.006, 0.0005],
        [0.006, 0.0065],
      ],
      size,
      0.022,
    ),
  )
  place.add(
    'graphite',
    slab(
      [
        [0.02, 0.005],
        [0.002, 0.005],
        [0, 0.009, 0.003],
        [0, top, 0.01],
        [0.02, top + 0.0005],
      ],
      size,
      0.022,
    ),
  )
  emergencyStop(place.at([0, 0.012, top + 0.0005]))
  place.at([0, -size[1] / 2 - 0.0002, 0.029], [90, 0, 0]).add(
    'gloss',
    slab(
      [
        [0, -0.002],
        [0, 0.001, 0.0006],
        [0.005, 0.001],
      ],
      [0.082, 0.028],
      0.008,
    ),
  )
}
