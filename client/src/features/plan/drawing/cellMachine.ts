/** The machine of a cell in 3D. */
import { Group } from 'three'
import { drawArm } from '~/features/motion/drawArm'
import { drawGripper } from '~/features/motion/drawGripper'
import { drawRail } from '~/features/motion/drawRail'
import { frames } from '~/features/motion/frames'
import type { Pose } from '~/features/motion/kinematics'
import { meshes, Place } from '~/features/motion/shapes'
import type { Cell } from '~/features/plan/geometry'
import { clearGroup } from './cellObjects'
import { draftMachine } from './draftingMaterials'

export type Machine = ReturnType<typeof buildMachine>

/** Builds a cell's machine, `grain` times coarser than in full size. */
export function buildMachine(into: Group, cell: Cell, grain: number) {
  const root = new Group()
  into.add(root)
  const place = new Place(root, undefined, grain)
  const { places, pose } = frames(place, cell.chain)
  const moves = [pose]
  const foot = places[0] as Place
  if (cell.along > 0) moves.push(drawRail(place, foot))
  else if (cell.foot > 0) {
    const high = cell.foot / 1000
    place.at([0, 0, high - 0.01]).box('grey', [0.24, 0.24, 0.02])
    place.at([0, 0, high / 2]).box('graphite', [0.16, 0.16, Math.max(high - 0.04, 0.01)])
    place.at([0, 0, 0.01]).box('grey', [0.3, 0.3, 0.02])
  }
  const hand = places.at(-1) as Place
  drawArm(cell.build, foot, places.slice(1, 7), hand, { sensors: false, lead: false, words: ['', ''] })
  if (cell.pads > 0) moves.push(drawGripper(hand.at([0, 0, 0], [90, 0, 0]).frame()))
  meshes(root)
  const { place: placed } = draftMachine(root)
  return {
    root,
    pose: (pose: Pose) => {
      for (const move of moves) move(pose)
      placed()
    },
    remove: () => clearGroup(root).removeFromParent(),
  }
}
