import { Group, InstancedMesh, Matrix4, Quaternion, Vector3 } from 'three'
import { settings } from '~/lib/settings'
import { finish } from './finishes'
import type { Pose, Vec } from './kinematics'
import { cap, corners, plug, screw, screws, sides, tSlot } from './parts'
import { railMiddle, stroke } from './rail'
import { cable, extrude, geometry, lettering, Place, takeSurfaces } from './shapes'
import { block, cylinder, union } from './solids'

const [length, foot, top, end] = [2, 0.04, 0.13, 0.02]
const beam = [0.22, 0.09] as const
const [guide, runner] = [0.075, 0.112]
/** The pinion's axis relative to the arm's, and the energy chain's position and bending radius. */
const drive = -0.19
const chain = { y: 0.1525, low: 0.056, bend: 0.062, link: 0.03, at: 0.05 }
/** The middle of the stroke relative to the rail's middle: the drive makes the carriage longer on one side. */
const middle = 1.5 / 2 - railMiddle

/**
 * Draws the rail below its carriage. `root` is the carriage's start position on the floor; `deck` is the moving frame
 * of the carriage's seat. Returns a function that moves the energy chain.
 */
export function drawRail(root: Place, deck: Place): (pose: Pose) => void {
  const whole = root.at([railMiddle, 0, 0])
  body(whole)
  for (const side of sides) {
    guideRail(whole.at([0, side * guide, top]))
    ending(whole.at([(side * length) / 2, 0, 0], [0, 0, side > 0 ? 0 : 180]), side)
  }
  for (const x of [-0.88, -0.44, 0, 0.44, 0.88]) feet(whole.at([x, 0, 0]))
  carriage(deck)
  motor(deck.at([drive, 0, 0]))
  const fixed = whole.at([middle + chain.at - 0.062, chain.y, 0])
  fixed.at([0, 0, chain.low + 0.013]).box('graphite', [0.09, 0.056, 0.052], 0.004)
  for (const y of [-0.014, 0.006]) plug(fixed.at([-0.044, y, chain.low + 0.008], [0, -90, 0]), 0.9)
  return energyChain(whole)
}

function body(whole: Place) {
  const long = length - 2 * end
  if (whole.rough) whole.at([0, 0, foot + beam[1] / 2]).box('matt aluminium', [long, ...beam])
  else whole.at([0, 0, foot]).add('matt aluminium', extrude(tSlot(...beam, 2), long))
  const front = -beam[0] / 2
  for (const z of [0.25, 0.75])
    whole.at([0, front + 0.0012, foot + z * beam[1]]).box('graphite', [long, 0.0012, 0.0094], 0.0003)
  const name = whole.at([0, front - 0.0004, foot + beam[1] / 2], [90, 0, 0])
  lettering(name.at([-0.8, 0, 0]), settings().short.toUpperCase(), 0.03, false)
  lettering(name.at([0.84, 0, 0]), 'SR-1500', 0.02, false)
  const half = [
    [0.0325, 0],
    [0.0325, 0.024],
    [0.0305, 0.024],
    [0.0305, 0.002],
  ] as const
  const trough = [...half, ...half.toReversed().map(([y, z]) => [-y, z] as const)]
  whole.at([0, chain.y, foot]).add('matt aluminium', extrude(trough, long))
  whole.at([0, 0.027, top + 0.01]).box('steel', [long - 0.07, 0.02, 0.02], 0.001)
  whole.at([0, -0.032, top + 0.0007]).box('satin', [long - 0.02, 0.014, 0.0014], 0.0003)
}

/** A size 20 profile rail, its screws under caps. */
function guideRail(place: Place) {
  const half = [
    [0.01, 0],
    [0.01, 0.0058],
    [0.0066, 0.009],
    [0.0066, 0.011],
    [0.01, 0.014],
    [0.01, 0.0175],
  ] as const
  place.add(
    'steel',
    extrude([...half, ...half.toReversed().map(([y, z]) => [-y, z] as const)], length - 2 * end - 0.012),
  )
  for (let index = 0; index < (place.rough ? 0 : 32); index++)
    place.at([(index - 15.5) * 0.06, 0, 0]).lathe(
      'graphite',
      [
        [0.0048, 0.0176],
        [0, 0.0177],
      ],
      12,
    )
}

/** An end cap, and the stop in front of it. */
function ending(at: Place, side: number) {
  const thick = end - 0.0015
  const middle = at.at([0, side * 0.035, foot + beam[1] / 2])
  middle.at([-thick / 2, 0, 0]).box('shell', [thick, 0.3, beam[1] + 0.006], 0.006)
  middle.at([-0.0003, 0, 0]).box('dark', [0.002, 0.2, 0.05], 0.0009)
  for (const y of [-0.128, 0.128])
    for (const z of [-0.026, 0.026]) screw(middle.at([-0.0005, y, z], [0, 90, 0]), 0.0048)
  const stop = at.at([-end - 0.011, -side * 0.002, top])
  stop.at([0, 0, 0.026]).box('satin', [0.018, 0.034, 0.052])
  stop.at([-0.009, 0, 0.0385], [0, -90, 0]).lathe(
    'steel',
    [
      [0, 0],
      [0.0135, 0],
      [0.0135, 0.003],
      [0, 0.003],
    ],
    24,
  )
  stop.at([-0.012, 0, 0.0385], [0, -90, 0]).lathe(
    'orange',
    [
      [0.0115, 0],
      [0.0115, 0.005, 0.002],
      [0.0095, 0.007],
      [0.0095, 0.0115, 0.004],
      [0, 0.012],
    ],
    24,
  )
}

/** A cross plate with two levelling feet. */
function feet(at: Place) {
  at.at([0, 0.0325, foot - 0.006]).box('graphite', [0.07, 0.275, 0.012])
  for (const y of [-0.08, 0.145]) {
    const one = at.at([0, y, 0])
    if (one.rough) {
      one.at([0, 0, 0.014]).box('steel', [0.035, 0.035, 0.028])
      continue
    }
    one.lathe(
      'rubber',
      [
        [0, 0],
        [0.0275, 0],
        [0.0275, 0.004],
        [0, 0.004],
      ],
      32,
    )
    one.lathe(
      'steel',
      [
        [0.026, 0.003],
        [0.0265, 0.006],
        [0.014, 0.0105, 0.002],
        [0.008, 0.012],
        [0.008, foot - 0.012],
      ],
      32,
    )
    one.lathe(
      'steel',
      [
        [0.013, 0.0185],
        [0.014, 0.0195],
        [0.014, 0.027],
        [0.013, 0.028],
      ],
      6,
    )
  }
}

/**
 * The carriage: four guide carriages, a plate with a seat for the arm, and the chain's bracket; the deck is the plate's
 * top.
 */
function carriage(deck: Place) {
  const plate = [0.31, 0.23, 0.016] as const
  const floor = -0.046
  for (const at of corners(deck, runner, guide, floor)) {
    if (at.rough) {
      at.at([0, 0, 0.0175]).box('graphite', [0.071, 0.055, 0.025])
      continue
    }
    const half = [
      [0.0122, 0.019],
      [0.0122, 0.0048],
      [0.0235, 0.0048],
      [0.0235, 0.0185],
      [0.0315, 0.0205],
      [0.0315, 0.03],
    ] as const
    const outline = [...half, ...half.toReversed().map(([y, z]) => [-y, z] as const)]
    at.add('steel', extrude(outline, 0.054))
    for (const side of sides) at.at([side * 0.0313, 0, -0.0004]).add('graphite', extrude(outline, 0.0085))
  }
  deck.at([0, 0, -plate[2] / 2]).box('shell', plate, 0.0016)
  deck.at([drive + 0.035, 0, -plate[2] / 2]).box('shell', [0.15, 0.092, plate[2] - 0.0002], 0.0016)
  for (const at of corners(deck, runner, guide, 0))
    for (const one of corners(at, 0.02, 0.0265, 0.0001)) screw(one, 0.0049, 'steel')
  deck.lathe(
    'rubber',
    [
      [0.1005, 0.0002],
      [0.0985, 0.0002],
    ],
    64,
  )
  deck.lathe(
    'matt aluminium',
    [
      [0.099, -0.001],
      [0.099, 0.0005],
      [0.0315, 0.0005],
      [0.0315, -0.01],
    ],
    64,
  )
  deck.lathe(
    'rubber',
    [
      [0.0315, -0.0095],
      [0, -0.0095],
    ],
    32,
  )
  screws(deck, 4, 0.0885, -0.0025, 0.0034, 0.5)
  deck.at([0, -plate[1] / 2 - 0.0001, -plate[2] / 2]).box('rubber', [0.176, 0.001, 0.0075], 0.0004)
  deck.at([0, -plate[1] / 2 - 0.0005, -plate[2] / 2]).box('light', [0.168, 0.0016, 0.003], 0.0007)
  const bracket = deck.at([chain.at - 0.014, chain.y, chain.low + 2 * chain.bend - 0.016 - 0.176])
  bracket.at([0, -0.008, 0]).box('satin', [0.09, 0.082, 0.004], 0.001)
  bracket.at([0, plate[1] / 2 + 0.002 - chain.y, -0.001]).box('satin', [0.09, 0.004, 0.022], 0.001)
}

/** Gearbox with pinion, and the servo motor behind it with its two cables. */
function motor(place: Place) {
  place.at([0, 0, 0.0045]).box('satin', [0.078, 0.078, 0.009])
  for (const at of corners(place, 0.032, 0.032, 0.0088)) screw(at, 0.0042)
  const z = 0.042
  const gear = union(
    0.01,
    block([0, 0, 0.036], [0.0315, 0.0315, 0.034], 0.008),
    cylinder([0, 0, z], 'y', 0.0305, 0.036, 0.004),
  )
  place.cast('shell', gear, [-0.033, -0.037, 0.001], [0.033, 0.037, 0.075], 0.003)
  cap(place.at([0, -0.0345, z], [90, 0, 0]), 0.0285)
  place.lathe(
    'steel',
    [
      [0.02, -0.045],
      [0.0215, -0.045],
      [0.0215, -0.025],
      [0.02, -0.025],
    ],
    32,
  )
  place.lathe(
    'anodised',
    [
      [0.032, -0.025],
      [0.032, 0],
    ],
    32,
  )
  place.at([0, 0.0412, z]).box('aluminium', [0.062, 0.01, 0.062])
  place.at([0, 0.0865, z]).box('graphite', [0.058, 0.08, 0.058], 0.005)
  for (let groove = 0; groove < 6; groove++)
    place.at([0, 0.06 + groove * 0.0085, z]).box('dark', [0.0584, 0.0016, 0.046], 0.0005)
  place.at([0, 0.1288, z]).box('aluminium', [0.058, 0.004, 0.058])
  place.at([0, 0.1492, z]).box('graphite', [0.056, 0.036, 0.056], 0.007)
  const far = chain.at - drive
  for (const [x, thick, colour] of [
    [-0.013, 0.0044, 'orange'],
    [0.013, 0.0034, 'rubber'],
  ] as const) {
    plug(place.at([x, 0.146, z + 0.027]), 0.8)
    const y = chain.y + x * 0.6
    const way: Vec[] = [
      [x, 0.146, z + 0.048],
      [x, 0.147, z + 0.062],
      [x + 0.045, 0.15, z + 0.07],
      [far - 0.07, y, 0.02],
      [far, y, 0.002],
    ]
    place.add(colour, cable(way, thick, place.rough ? 3 : 8))
  }
}

/** A link of the energy chain, with the cables in it. */
function drawLink(link: Place) {
  for (const side of sides) {
    link.at([0, side * 0.0227, 0]).box('graphite', [chain.link + 0.001, 0.0036, 0.0275], 0.0017)
    link.at([0, 0, side * 0.0122]).box('graphite', [0.011, 0.042, 0.0028], 0.0012)
  }
  const half = chain.link * 0.54
  for (const [y, thick, colour] of [
    [-0.012, 0.0044, 'orange'],
    [0.004, 0.0048, 'rubber'],
  ] as const)
    link.at([0, y, thick - 0.01], [0, 90, 0]).lathe(
      colour,
      [
        [thick, -half],
        [thick, half],
      ],
      8,
    )
}

/** The energy chain: one link, drawn as instances. */
function energyChain(whole: Place): (pose: Pose) => void {
  const count = Math.ceil((stroke / 2 + 0.06 + Math.PI * chain.bend) / chain.link)
  const link = new Place(new Group(), undefined, whole.grain)
  if (link.rough) link.box('graphite', [chain.link + 0.001, 0.049, 0.0275])
  else drawLink(link)
  const drawn = [...takeSurfaces(link.group)].map(([material, surface]) => {
    const mesh = new InstancedMesh(geometry(surface), finish(material), count)
    mesh.applyMatrix4(whole.matrix)
    mesh.frustumCulled = false
    mesh.castShadow = true
    whole.group.add(mesh)
    return mesh
  })
  const axis = new Vector3(0, 1, 0)
  const size = new Vector3(1, 1, 1)
  return ({ rail: at = 0 }) => {
    // The position of the chain's moving end, and the extent of its loop.
    const moving = middle + at / 1000 - stroke / 2 + chain.at
    const loop = (count * chain.link - Math.PI * chain.bend + moving + middle + chain.at) / 2
    for (let index = 0; index < count; index++) {
      const on = (index + 0.5) * chain.link - (loop - moving)
      const angle = Math.min(Math.max(on / chain.bend, 0), Math.PI)
      const straight = Math.min(on, 0) - Math.max(on - Math.PI * chain.bend, 0)
      const [x, z] = [
        loop + straight + chain.bend * Math.sin(angle),
        chain.low + chain.bend * (1 + Math.cos(angle)),
      ]
      const turn = new Quaternion().setFromAxisAngle(axis, angle)
      const matrix = new Matrix4().compose(new Vector3(x, chain.y, z), turn, size)
      for (const mesh of drawn) mesh.setMatrixAt(index, matrix)
    }
    for (const mesh of drawn) mesh.instanceMatrix.needsUpdate = true
  }
}
