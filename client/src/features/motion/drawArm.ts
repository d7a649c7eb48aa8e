import type { Build } from './armChain'
import type { Vec } from './kinematics'
import { cap, flange, lightRing, plug, ring, screws, sides } from './parts'
import { cable, lettering, type Place } from './shapes'
import { bar, cylinder, type Solid, union } from './solids'

/** Draws a six-axis arm in its frames: base, six joints and flange. */
export function drawArm(
  build: Build,
  foot: Place,
  joints: readonly Place[],
  hand: Place,
  options: { sensors: boolean; lead: boolean; words: readonly [string, string] },
) {
  const s = build.thick
  const [turret, upper, fore, wrist, hub, end] = joints as [Place, Place, Place, Place, Place, Place]
  const collar = (place: Place, radius: number, low: number, high: number, z: number) => {
    const at = place.at([0, 0, z], [90, 0, 0])
    ring('rubber', at, radius * s, low * s, high * s)
    if (options.sensors) lightRing(at, radius * s + 0.0012, ((low + high) / 2) * s - 0.0011)
  }
  base(foot, s)
  if (options.lead)
    foot.add(
      'rubber',
      cable(
        [
          [0.015, 0.115 * s, 0.047],
          [0.02, 0.17, 0.036],
          [0.06, 0.24, 0.008],
          [0.25, 0.36, 0.006],
          [0.55, 0.5, 0.006],
        ],
        0.0055,
      ),
    )

  let z = 0.195 * s
  const r0 = 0.0755 * s
  const upright = union(
    0.01 * s,
    cylinder([0, 0, 0.15 * s], 'z', r0, 0.0465 * s),
    bar(0, 0, 0.14 * s, z, r0, r0),
  )
  turret.cast(
    'shell',
    union(0.035 * s, upright, cylinder([0, 0, z], 'y', r0, 0.072 * s)),
    [-0.085 * s, -0.078 * s, 0.1 * s],
    [0.085 * s, 0.078 * s, 0.28 * s],
  )
  cap(turret.at([0, 0.0715 * s, z], [-90, 0, 0]), 0.0725 * s)
  collar(turret, 0.07, 0.0715, 0.084, z)

  let y = -0.148 * s
  let length = build.upper
  upper.cast(
    'shell',
    link(y, length, s, [0.0755, 0.062], [0.063, 0.056], [0.0535, 0.047], 0.045),
    [-0.085 * s, -0.212 * s, -0.085 * s],
    [0.085 * s, -0.084 * s, length + 0.072 * s],
  )
  cap(upper.at([0, y - 0.0625 * s, 0], [90, 0, 0]), 0.0725 * s)
  seam(upper, 0.0535 * s, -0.0065 * s, y, 0.105 * s, length)
  seam(upper, 0.0535 * s, -0.0065 * s, y, length - 0.088 * s, length)
  label(upper, options.words[0], 0.026 * s, 0.0535 * s - 0.00325 * s, [0, y, length / 2], -72, true)
  cap(upper.at([0, y - 0.0555 * s, length], [90, 0, 0]), 0.0585 * s)
  collar(upper, 0.0565, 0.0765, 0.0925, length)

  y = -0.0235 * s
  length = build.fore
  fore.cast(
    'shell',
    link(y, length, s, [0.0605, 0.0475], [0.055, 0.0455], [0.0425, 0.0375], 0.04),
    [-0.07 * s, -0.08 * s, -0.07 * s],
    [0.07 * s, 0.034 * s, length + 0.055 * s],
  )
  cap(fore.at([0, y + 0.0545 * s, 0], [-90, 0, 0]), 0.0575 * s)
  seam(fore, 0.0425 * s, -0.005 * s, y, 0.085 * s, length)
  seam(fore, 0.0425 * s, -0.005 * s, y, length - 0.07 * s, length)
  label(fore, options.words[1], 0.0135 * s, 0.0425 * s - 0.0026 * s, [0, y, length * 0.52], -62)
  cap(fore.at([0, y + 0.045 * s, length], [-90, 0, 0]), 0.0445 * s)
  collar(fore, 0.0425, 0.069, 0.0795, length)

  const r = 0.047 * s
  y = -0.125 * s
  wrist.cast(
    'shell',
    union(
      0.025 * s,
      cylinder([0, y, 0], 'y', r, 0.0465 * s),
      cylinder([0, y, 0.0305 * s], 'z', r, 0.0305 * s),
    ),
    [-0.05 * s, -0.178 * s, -0.05 * s],
    [0.05 * s, -0.075 * s, 0.064 * s],
    0.004,
  )
  cap(wrist.at([0, y - 0.046 * s, 0], [90, 0, 0]), 0.0445 * s)

  ring('rubber', hub, 0.0425 * s, 0.0605 * s, 0.0705 * s)
  if (options.sensors) lightRing(hub, 0.0436 * s, 0.0648 * s)
  z = 0.118 * s
  hub.cast(
    'shell',
    union(
      0.025 * s,
      cylinder([0, 0, z], 'z', r, 0.0475 * s),
      cylinder([0, -0.0305 * s, z], 'y', r, 0.0305 * s),
    ),
    [-0.05 * s, -0.064 * s, 0.068 * s],
    [0.05 * s, 0.05 * s, 0.168 * s],
    0.004,
  )
  cap(hub.at([0, 0, z + 0.047 * s]), 0.0445 * s)

  const tool = end.at([0, 0, 0], [90, 0, 0])
  ring('rubber', tool, 0.0425 * s, 0.0605 * s, 0.0695 * s)
  tool.lathe('shell', [
    [0.02 * s, 0.069 * s],
    [0.0465 * s, 0.069 * s, 0.003],
    [0.0465 * s, 0.094 * s, 0.003],
    [0.041 * s, 0.098 * s, 0.001],
    [0.041 * s, 0.101 * s],
    [0.02, 0.101 * s],
  ])
  lightRing(tool, 0.0425 * s, 0.0985 * s)
  flange(hand.at([0, 0.01, 0], [90, 0, 0]))
}

/** Two joints around y, and the tapered tube between them. */
function link(
  y: number,
  length: number,
  s: number,
  joints: Two,
  halves: Two,
  tube: Two,
  blend: number,
): Solid {
  const middle = bar(0, y, 0, length, tube[0] * s, tube[1] * s)
  const ends = ([0, 1] as const).map((k) =>
    cylinder([0, y, k * length], 'y', joints[k] * s, halves[k] * s, 0.008 * s),
  )
  return union(0, ...ends.map((end) => union(blend * s, end, middle)))
}

type Two = readonly [number, number]

/** Lettering along a tube, on its surface at the azimuth, reading upwards or `down`. */
function label(
  place: Place,
  words: string,
  size: number,
  radius: number,
  at: Vec,
  azimuth: number,
  down = false,
) {
  const side = place.at(at, [0, 0, azimuth]).at([radius + 0.0006, 0, 0], [0, 90, 0])
  lettering(side.at([0, 0, 0], [0, 0, down ? 0 : 180]), words, size, false, radius)
}

/** The parting line of a tube; its radius changes by `taper` over `length`. */
function seam(place: Place, radius: number, taper: number, y: number, z: number, length: number) {
  const r = radius + (taper * z) / length
  place.at([0, y, z]).lathe('rubber', [
    [r - 0.003, -0.0008],
    [r + 0.0006, -0.0007],
    [r + 0.0006, 0.0007],
    [r - 0.003, 0.0008],
  ])
}

/** The base: 190 mm wide (fixed arm), with four M8 screws and a ring of light below axis 1. */
function base(foot: Place, s: number) {
  foot.lathe(
    'anodised',
    [
      [0, 0],
      [0.095 * s, 0, 0.001],
      [0.095 * s, 0.014, 0.003],
      [0.084 * s, 0.016, 0.003],
      [0.084 * s, 0.02],
    ],
    64,
  )
  screws(foot, 4, 0.0885 * s, 0.0135, 0.0062, 0.5)
  foot.lathe(
    'shell',
    [
      [0.03 * s, 0.014],
      [0.083 * s, 0.014, 0.002],
      [0.0825 * s, 0.03, 0.01],
      [0.079 * s, 0.075 * s, 0.006],
      [0.079 * s, 0.098 * s, 0.003],
      [0.03 * s, 0.098 * s],
    ],
    64,
  )
  ring('rubber', foot, 0.0765 * s, 0.098 * s, 0.1035 * s)
  lightRing(foot, 0.0775 * s, 0.1003 * s)
  foot.at([0, 0.083 * s, 0.047]).box('dark', [0.06, 0.012, 0.04], 0.003)
  for (const side of sides) plug(foot.at([side * 0.015, 0.088 * s, 0.047], [-90, 0, 0]))
}
