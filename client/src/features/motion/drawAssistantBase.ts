import { Quaternion, Vector3 } from 'three'
import { settings } from '~/lib/settings'
import { deck } from './assistant'
import type { Pose } from './kinematics'
import { corners, depthCamera, lidar, screw, sides, wheel } from './parts'
import { lettering, type Place, type Profile, slab } from './shapes'
import { cylinder, plinth, without } from './solids'

const [footprint, corner, radius] = [0.45, 0.085, 0.065]
const axle = new Vector3(0, 0, 1)

/** Draws the base on its wheels. Returns a function that turns them. */
export function drawAssistantBase(root: Place): (pose: Pose) => void {
  housing(root)
  const wheels = sides.map((side) => {
    const mount = root.at([side * (footprint / 2 - 0.026), 0, radius], [0, side * 90, 0])
    mount.lathe('rubber', [
      [radius + 0.0085, -0.03],
      [radius + 0.0085, 0.02],
    ])
    const spun = mount.frame()
    wheel(spun, radius, 0.042, 'satin')
    return [spun.group, side, spun.group.quaternion.clone()] as const
  })
  return ({ drive = 0, turn = 0 }) => {
    for (const [group, side, rest] of wheels) {
      // Turning on the spot drives the wheels in opposite directions, 398 mm apart.
      const way = drive / 1000 - side * ((turn * Math.PI) / 180) * 0.199
      group.quaternion.copy(rest).multiply(new Quaternion().setFromAxisAngle(axle, (side * way) / radius))
    }
  }
}

/** A band around the base. */
const round = (root: Place, material: Parameters<Place['add']>[0], profile: Profile) =>
  root.add(material, slab(profile, [footprint, footprint], corner))

function housing(root: Place) {
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
    lettering(
      root.at([side * (half + 0.0004), 0, 0.224], [90, 0, side * 90]),
      settings().short.toUpperCase(),
      0.03,
      false,
    )
  for (const at of corners(root, 0.165, 0.165, high + 0.0014)) screw(at)
}
