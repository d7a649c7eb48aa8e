import type { Group } from 'three'
import { settings } from '~/lib/settings'
import type { Pose } from './kinematics'
import { lightRing, screw, screws, sides } from './parts'
import { extrude, lettering, type Place } from './shapes'
import { block, cylinder, union, without } from './solids'

/** Draws the gripper at a place, pointing along +z. Returns a function that moves its fingers. */
export function drawGripper(place: Place): (pose: Pose) => void {
  place.lathe('anodised', [
    [0.0157, 0.003],
    [0.0157, 0],
    [0.0315, 0],
    [0.0315, 0.009, 0.001],
    [0.03, 0.0105],
    [0.03, 0.0125],
    [0.037, 0.0145],
    [0.037, 0.026, 0.002],
    [0.02, 0.026],
  ])
  screws(place, 4, 0.025, 0.0092, 0.0034, 0.5)
  const body = union(
    0.02,
    block([0, 0, 0.064], [0.058, 0.031, 0.04], 0.012),
    cylinder([0, 0, 0.03], 'z', 0.037, 0.012),
  )
  const slide = block([0, 0, 0.108], [0.052, 0.0125, 0.01], 0.003)
  place.cast('dark', without(0.003, body, slide), [-0.06, -0.039, 0.015], [0.06, 0.039, 0.106], 0.0026)
  for (const side of sides) {
    const front = place.at([0, 0, 0], [0, 0, side < 0 ? 0 : 180])
    front.at([0, -0.0313, 0.066]).box('anodised', [0.074, 0.0016, 0.034], 0.0007)
    for (const x of [-0.031, 0.031]) screw(front.at([x, -0.0318, 0.066], [90, 0, 0]), 0.0028)
    // Readable from one side when it stands on its flange, from the other when mounted on an arm.
    lettering(
      front.at([0, -0.0324, 0.0555], [90, 0, 0]).at([0, 0, 0], [0, 0, side < 0 ? 0 : 180]),
      `${settings().short.toUpperCase()} G80`,
      0.0075,
      true,
    )
    front.at([0, -0.0318, 0.066]).box('light', [0.04, 0.0014, 0.0028], 0.0006)
  }
  lightRing(place, 0.0308, 0.0108)
  place.at([0, 0, 0.1015]).box('grey', [0.1, 0.0165, 0.006], 0.001)
  const fingers = sides.map((side) => {
    const finger = place.frame()
    finger.at([0, 0, 0.115]).box('anodised', [0.026, 0.034, 0.018], 0.0025)
    for (const x of [-0.007, 0.007])
      for (const y of sides) screw(finger.at([x, y * 0.0172, 0.115], [-y * 90, 0, 0]), 0.0026)
    finger.at([side * 0.004, 0, 0.154]).box('grey', [0.014, 0.026, 0.07], 0.003)
    finger.at([side * -0.0048, 0, 0.166]).box('rubber', [0.0045, 0.024, 0.042], 0.0012)
    for (let groove = 0; groove < 7; groove++)
      finger.at([side * -0.0074, 0, 0.149 + groove * 0.0058]).box('rubber', [0.0016, 0.0242, 0.0026], 0.0007)
    return [finger.group, side] as const
  })
  return parting(fingers, 0.0082)
}

/** Moves the fingers apart, each by half of the opening; `face` is the distance of the pad's face. */
function parting(fingers: readonly (readonly [Group, number])[], face: number) {
  return ({ opening = 0 }: Pose) => {
    for (const [group, side] of fingers) group.position.x = side * (opening / 2000 + face)
  }
}

/** The mobile assistant's soft gripper on the same flange, with ribs between two skins of each finger. */
export function drawSoftGripper(place: Place): (pose: Pose) => void {
  place.lathe('anodised', [
    [0.012, 0],
    [0.0315, 0],
    [0.0315, 0.008, 0.001],
    [0.02, 0.01],
  ])
  const body = union(
    0.012,
    block([0, 0, 0.026], [0.068, 0.0245, 0.018], 0.01),
    cylinder([0, 0, 0.01], 'z', 0.03, 0.008, 0.002),
  )
  const slot = block([0, 0, 0.049], [0.1, 0.009, 0.009], 0.002)
  place.cast('graphite', without(0.002, body, slot), [-0.069, -0.031, 0.002], [0.069, 0.031, 0.045], 0.003)
  place.at([0, 0, 0.0415]).box('steel', [0.128, 0.012, 0.004], 0.001)
  const fingers = sides.map((side) => {
    const finger = place.frame()
    finger.at([side * 0.016, 0, 0.05]).box('anodised', [0.036, 0.03, 0.012])
    const { outline, windows } = ribbed(side)
    finger.at([0, 0, 0.055], [0, 0, 90]).add('silicone', extrude(outline, 0.026, windows))
    return [finger.group, side] as const
  })
  return parting(fingers, 0)
}

/** A finger's outline in (y, z) of its place, whose y is the gripper's -x. */
function ribbed(side: number) {
  const [length, root, tip, wall, rib, lean, count] = [0.112, 0.03, 0.0075, 0.0022, 0.0016, 0.0085, 8]
  const inner = (v: number) => -0.003 * (v / length) ** 2
  const outer = (v: number) => inner(v) + root + ((tip - root) * v) / length
  const at = (u: number, v: number): [number, number] => [-side * u, v]
  const heights = Array.from({ length: 17 }, (_, k) => (length * k) / 16)
  const part = (length - 0.024) / count
  return {
    outline: [...heights.map((v) => at(inner(v), v)), ...heights.toReversed().map((v) => at(outer(v), v))],
    windows: Array.from({ length: count }, (_, k) => {
      const low = 0.006 + k * part
      const high = low + part - rib
      return [
        at(inner(low + lean) + wall, low + lean * 0.9),
        at(outer(low) - wall, low),
        at(outer(high) - wall, high),
        at(inner(high + lean) + wall, high + lean * 0.9),
      ]
    }),
  }
}
