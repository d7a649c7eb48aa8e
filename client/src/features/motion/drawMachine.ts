import { Group } from 'three'
import { allMachines } from './allMachines'
import { collaborative, fixed } from './arms'
import { drawArm } from './drawArm'
import { drawAssistant } from './drawAssistant'
import { drawGripper } from './drawGripper'
import { drawRail } from './drawRail'
import { frames } from './frames'
import type { Pose } from './kinematics'
import type { Model } from './models'
import { meshes, Place } from './shapes'

/** A machine as drawn, z up. */
type Drawn = {
  root: Group
  pose: (pose: Pose) => void
  /** Returns the frame of a joint. */
  frame: (joint: string) => Group | undefined
  /** The gripper of an arm, which may be hidden. */
  gripper?: Group
}

export function draw(model: Model): Drawn {
  const root = new Place(new Group())
  const { places, named, pose } = frames(root, allMachines[model].chain)
  const moves = [pose]
  let mounted: Group | undefined
  if (model === 'gripper') moves.push(drawGripper(root))
  if (model === 'assistant') moves.push(drawAssistant(places))
  if (model === 'rail' || model === 'railArm') moves.push(drawRail(root, places[0] as Place))
  if (model === 'fixedArm' || model === 'cobot' || model === 'railArm') {
    const build = model === 'cobot' ? collaborative : fixed
    const foot = model === 'railArm' ? (places[0] as Place) : root
    const hand = places[places.length - 1] as Place
    drawArm(build, foot, places.slice(-7, -1), hand, {
      sensors: model === 'cobot',
      lead: model !== 'railArm',
      words: model === 'cobot' ? ['AXIS 10', '1300 mm  /  10 kg'] : ['AXIS 6', '900 mm  /  6 kg'],
    })
    const tool = hand.at([0, 0, 0], [90, 0, 0]).frame()
    moves.push(drawGripper(tool))
    mounted = tool.group
  }
  meshes(root.group)
  return {
    root: root.group,
    pose: (wanted) => {
      for (const move of moves) move(wanted)
    },
    frame: (joint) => named[joint]?.group,
    gripper: mounted,
  }
}
