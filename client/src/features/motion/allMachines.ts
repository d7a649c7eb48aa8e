import { cobot, fixedArm, railArm } from './arms'
import { assistant } from './assistant'
import { gripper } from './gripper'
import type { Machine } from './machine'
import type { Model } from './models'
import { rail } from './rail'

export const allMachines: Readonly<Record<Model, Machine>> = {
  fixedArm,
  railArm,
  cobot,
  rail,
  gripper,
  assistant,
}
