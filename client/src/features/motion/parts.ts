/** Parts shared by the machines, as in media/parts.py. Their axis is z of their place. */
import type { Finish } from './finishes'
import type { Vec } from './kinematics'
import { type Place, slab } from './shapes'

/** A socket head screw. */
export function screw(place: Place, radius = 0.0045, material: Finish = 'steel'): void {
  if (place.rough) return
  const r = radius
  place.lathe(
    material,
    [
      [r, -0.002],
      [r, 0.0035],
      [r * 0.6, 0.0035],
      [r * 0.56, 0.0012],
      [0, 0.0012],
    ],
    12,
  )
}

/** Screws on a bolt circle; `first` is the offset as a fraction of the pitch. */
export function screws(
  place: Place,
  count: number,
  circle: number,
  z: number,
  radius: number,
  first = 0,
): void {
  for (let index = 0; index < count; index++) {
    const angle = (2 * Math.PI * (index + first)) / count
    screw(place.at([circle * Math.cos(angle), circle * Math.sin(angle), z]), radius)
  }
}

/** A band around a tube, between two heights. */
export function ring(material: Finish, place: Place, radius: number, low: number, high: number): void {
  place.lathe(material, [
    [radius - 0.01, low],
    [radius, low, 0.0015],
    [radius, high, 0.0015],
    [radius - 0.01, high],
  ])
}

/** A thin ring of light in a gap; `radius` is that of the surrounding surface. */
export function lightRing(
  place: Place,
  radius: number,
  z: number,
  material: Finish = 'light',
  height = 0.0022,
): void {
  place.lathe(
    material,
    [
      [radius - 0.012, z],
      [radius, z],
      [radius, z + height],
      [radius - 0.012, z + height],
    ],
    64,
  )
}

/** The cover of a joint's end: a gap, a ring of light, a dished disc. */
export function cap(place: Place, radius: number): void {
  const z = 0.0046
  const r = radius
  place.lathe(
    'rubber',
    [
      [r - 0.004, -0.004],
      [r - 0.004, 0.004],
    ],
    64,
  )
  place.lathe(
    'light',
    [
      [r - 0.005, 0.0006],
      [r + 0.0006, 0.0006],
      [r + 0.0006, 0.004],
      [r - 0.005, 0.004],
    ],
    64,
  )
  place.lathe(
    'dark',
    [
      [r - 0.006, z - 0.004],
      [r - 0.0005, z - 0.0002, 0.0006],
      [r - 0.0005, z + 0.006, 0.004],
      [r * 0.86, z + 0.0125, 0.004],
      [r * 0.6, z + 0.0125],
      [r * 0.59, z + 0.0108],
      [r * 0.575, z + 0.0108],
      [r * 0.565, z + 0.0125],
      [0, z + 0.0131],
    ],
    64,
  )
}

/** The tool flange ISO 9409-1-50-4-M6, 63 mm wide, its face 10 mm above the place. */
export function flange(place: Place): void {
  place.lathe(
    'aluminium',
    [
      [0.016, 0],
      [0.0315, 0],
      [0.0315, 0.01, 0.001],
      [0.01575, 0.01],
      [0.01575, 0.003],
    ],
    64,
  )
  screws(place, 4, 0.025, 0.0068, 0.0036, 0.5)
  place.lathe(
    'rubber',
    [
      [0.01575, 0.0035],
      [0, 0.0035],
    ],
    24,
  )
}

/** A camera lens, looking to +z. */
function lens(place: Place, r: number): void {
  place.lathe(
    'dark',
    [
      [r * 1.25, -0.004],
      [r * 1.25, r * 0.28, 0.0008],
      [r * 1.02, r * 0.28],
      [r * 0.86, r * 0.02],
    ],
    32,
  )
  place.lathe(
    'gloss',
    [
      [r * 0.9, 0],
      [r * 0.35, r * 0.22],
      [0, r * 0.25],
    ],
    32,
  )
}

/** A black window with two lenses, 2 mm proud, looking to +z. */
export function depthCamera(place: Place, width: number, height: number): void {
  const size = [width, height] as const
  place.add(
    'dark',
    slab(
      [
        [0.004, -0.004],
        [0, -0.004],
        [0, 0.002, 0.0009],
        [0.0024, 0.002],
      ],
      size,
      height * 0.48,
    ),
  )
  place.add(
    'gloss',
    slab(
      [
        [0.0024, 0],
        [0.0024, 0.0024],
        [0.004, 0.0024],
      ],
      size,
      height * 0.48,
    ),
  )
  for (const side of [-1, 1]) lens(place.at([side * (width - height) * 0.5, 0, 0.0024]), height * 0.23)
}

/** A tyre on a hub; its axis is z. */
export function wheel(place: Place, radius: number, width: number, hub: Finish): void {
  const r = radius
  const w = width / 2
  place.lathe('rubber', [
    [r * 0.62, -w],
    [r * 0.9, -w, r * 0.06],
    [r, -w * 0.72, r * 0.08],
    [r, w * 0.72, r * 0.08],
    [r * 0.9, w, r * 0.06],
    [r * 0.62, w],
  ])
  place.lathe(hub, [
    [r * 0.63, -w * 0.9],
    [r * 0.63, w * 0.95],
    [r * 0.56, w * 0.72, 0.002],
    [r * 0.3, w * 0.72, 0.002],
    [r * 0.25, w * 0.9, 0.001],
    [0, w * 0.9],
  ])
  screws(place, 5, r * 0.43, w * 0.72, r * 0.07)
}

/** The outline of an aluminium profile with T slots in both sides and its top, standing on z = 0. */
export function tSlot(width: number, height: number, slots: number): [number, number][] {
  const [slot, depth] = [0.01, 0.012]
  const side = (start: readonly [number, number], end: readonly [number, number], count: number) => {
    const [y0, z0] = start
    const length = Math.hypot(end[0] - y0, end[1] - z0)
    const ty = (end[0] - y0) / length
    const tz = (end[1] - z0) / length
    const points: [number, number][] = [[y0, z0]]
    for (let index = 0; index < count; index++) {
      const middle = (length * (index + 0.5)) / count
      for (const [along, inwards] of [
        [-slot / 2, 0],
        [-slot / 2, 0.0025],
        [-slot, 0.0045],
        [-slot * 0.8, depth],
        [slot * 0.8, depth],
        [slot, 0.0045],
        [slot / 2, 0.0025],
        [slot / 2, 0],
      ] as const)
        points.push([y0 + ty * (middle + along) + tz * inwards, z0 + tz * (middle + along) - ty * inwards])
    }
    return points
  }
  const w = width / 2
  return [
    ...side([-w, 0], [-w, height], slots),
    ...side([-w, height], [w, height], 2),
    ...side([w, height], [w, 0], slots),
    [w, 0],
  ]
}

/** A stop button on its collar. */
export function emergencyStop(place: Place): void {
  place.lathe(
    'yellow',
    [
      [0.022, 0],
      [0.022, 0.0032, 0.001],
      [0.015, 0.0048],
      [0.015, 0.006],
      [0, 0.006],
    ],
    32,
  )
  place.lathe(
    'red',
    [
      [0.01, 0.009],
      [0.0165, 0.01],
      [0.0195, 0.0135],
      [0.0195, 0.0185, 0.003],
      [0.015, 0.0232, 0.005],
      [0, 0.024],
    ],
    32,
  )
}

/** A scanner: base, dark window all round, cap with a thin white ring. */
export function lidar(place: Place, r: number, h: number): void {
  place.lathe('anodised', [
    [r * 1.05, 0],
    [r * 1.02, h * 0.22, 0.003],
    [r * 0.93, h * 0.26],
  ])
  place.lathe('gloss', [
    [r * 0.92, h * 0.24],
    [r * 0.92, h * 0.68],
    [r * 0.8, h * 0.7],
  ])
  lightRing(place, r * 0.985, h * 0.69, 'white light', 0.0013)
  place.lathe('dark', [
    [r * 0.4, h * 0.7],
    [r * 0.97, h * 0.72],
    [r * 0.97, h * 0.94, 0.006],
    [0, h],
  ])
}

/** A round machine connector with its cable sleeve. */
export function plug(place: Place, s = 1): void {
  if (place.rough) return
  place.lathe(
    'steel',
    [
      [0.004 * s, 0],
      [0.0095 * s, 0],
      [0.0095 * s, 0.016 * s, 0.002],
      [0.006 * s, 0.018 * s],
      [0.006 * s, 0.03 * s],
      [0, 0.03 * s],
    ],
    24,
  )
}

/** Draws a part on both sides. */
export const sides = [-1, 1] as const

/** The corners of a rectangle around the place. */
export const corners = (place: Place, x: number, y: number, z: number): Place[] =>
  sides.flatMap((i) => sides.map((j): Vec => [i * x, j * y, z])).map((at) => place.at(at))
