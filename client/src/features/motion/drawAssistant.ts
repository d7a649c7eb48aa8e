import { Quaternion, Vector3 } from 'three'
import { hand } from './assistant'
import { drawSoftGripper } from './drawGripper'
import type { Pose } from './kinematics'
import {
  cap,
  corners,
  depthCamera,
  emergencyStop,
  flange,
  lidar,
  lightRing,
  ring,
  screw,
  sides,
  wheel,
} from './parts'
import { extrude, lettering, type Place, type Profile, slab } from './shapes'
import { block, cylinder, plinth, union, without } from './solids'

const [footprint, height, corner, radius] = [0.45, 1.35, 0.085, 0.065]
const column = { x: 0.096, y: 0.11, at: -0.02, top: 1.272 }
const deck = [0.203, 0.245] as const
const carriageFace = 0.055
const axle = new Vector3(0, 0, 1)

/** In the frames of its chain: drive, turn, lift, reach, roll, pitch, hand, tool. Answers what moves the rest. */
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
  base(turn)
  const wheels = sides.map((side) => {
    const mount = turn.at([side * (footprint / 2 - 0.026), 0, radius], [0, side * 90, 0])
    mount.lathe('rubber', [
      [radius + 0.0085, -0.03],
      [radius + 0.0085, 0.02],
    ])
    const spun = mount.frame()
    wheel(spun, radius, 0.042, 'satin')
    return [spun.group, side, spun.group.quaternion.clone()] as const
  })
  standing(turn)
  tray(turn)
  head(turn.at([0, column.at, column.top]))
  carriage(lift)
  const telescope = arm(lift, reach)
  wrist(roll, pitch, turning)
  const grip = drawSoftGripper(turning.at([0, 0, 0.046]))
  return (pose) => {
    telescope(pose)
    grip(pose)
    const { drive = 0, turn: turned = 0 } = pose
    for (const [group, side, rest] of wheels) {
      // Turning on the spot drives the wheels against each other, 398 mm apart.
      const way = drive / 1000 - side * ((turned * Math.PI) / 180) * 0.199
      group.quaternion.copy(rest).multiply(new Quaternion().setFromAxisAngle(axle, (side * way) / radius))
    }
  }
}

/** A slab all round the base. */
const round = (root: Place, material: Parameters<Place['add']>[0], profile: Profile) =>
  root.add(material, slab(profile, [footprint, footprint], corner))

function base(root: Place) {
  const half = footprint / 2
  const arches = sides.map((side) => cylinder([side * half, 0, radius], 'x', radius + 0.009, 0.062, 0.002))
  const bumper = plinth([footprint - 0.004, footprint - 0.004], corner - 0.002, 0.028, 0.091, 0.012)
  root.cast('graphite', without(0.004, bumper, ...arches), [-half, -half, 0.028], [half, half, 0.092], 0.008)
  root.add(
    'rubber',
    slab(
      [
        [0.006, 0.085],
        [0.006, 0.1],
      ],
      [0.33, footprint],
      corner,
    ),
  )
  const lower = plinth([footprint, footprint], corner, 0.095, 0.155, 0.01)
  root.cast('shell', without(0.004, lower, ...arches), [-half, -half, 0.095], [half, half, 0.156], 0.008)
  for (const y of [-0.165, 0.165]) wheel(root.at([0, y, 0.028], [0, 90, 0]), 0.028, 0.022, 'anodised')
  depthCamera(root.at([0, -half - 0.0004, 0.122], [90, 0, 0]), 0.1, 0.03)
  for (const x of [-0.115, 0.115])
    root.at([x, -half, 0.122], [90, 0, 0]).add(
      'white light',
      slab(
        [
          [0, -0.002],
          [0, 0.0012],
        ],
        [0.03, 0.006],
        0.0029,
      ),
    )
  root.at([0, 0.045, 0]).add(
    'dark',
    slab(
      [
        [0, 0.15],
        [0, 0.21],
      ],
      [0.2, 0.19],
      0.03,
    ),
  )
  round(root, 'gloss', [
    [0.016, 0.1545],
    [0.016, 0.1562],
  ])
  for (const at of corners(root, 0.155, 0.155, 0))
    at.lathe(
      'graphite',
      [
        [0.024, 0.155],
        [0.024, 0.159],
        [0.016, 0.165, 0.006],
        [0.016, 0.195, 0.006],
        [0.024, 0.203],
      ],
      32,
    )
  lidar(root.at([0, -0.15, 0.156]), 0.046, 0.052)
  const [low, high] = deck
  round(root, 'dark', [
    [0.03, low],
    [0.003, low],
    [0.002, low + 0.004],
    [0.03, low + 0.004],
  ])
  round(root, 'light', [
    [0.03, low + 0.003],
    [0.0028, low + 0.003],
    [0.0028, low + 0.007],
    [0.03, low + 0.007],
  ])
  round(root, 'shell', [
    [0.03, low + 0.006],
    [0.0012, low + 0.006, 0.001],
    [0, low + 0.012, 0.02],
    [0, high, 0.013],
    [0.03, high + 0.0015],
    [0.06, high + 0.002],
  ])
  for (const side of sides)
    lettering(root.at([side * (half + 0.0004), 0, 0.224], [90, 0, side * 90]), 'ORRERY', 0.03, false)
  for (const at of corners(root, 0.165, 0.165, high + 0.0014)) screw(at)
}

/** An extruded profile with a guide in its front, a groove in each side, and marks of its height. */
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

/** 400 x 300 mm, open towards the column. */
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

/** On the column: signal light, status window, stop button. */
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

/** Rides on the column's front; its origin is on the column's face at the arm's height. */
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

/** The telescope: z points ahead. The middle section goes 56 % of the way. */
function arm(lift: Place, reach: Place): (pose: Pose) => void {
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
  // The third one moves with the wrist, whose middle is 335 mm before the sections' seat.
  section(reach.at([0, 0.335, 0], [90, 0, 0]), [0.05, 0.054], 0.012, 0.04, 0.273, 'satin')
  const rest = second.group.position.y
  return ({ reach: at = 0 }) => {
    second.group.position.y = rest - ((at - 390) / 1000) * 0.56
  }
}

/** A telescopic tube with a wiper round its end. */
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

/** Roll, pitch, roll: a fork, a hub between its cheeks, the gripper's seat with a depth camera above it. */
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
