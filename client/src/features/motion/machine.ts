/**
 * What moves of each machine, within which limits, how far it reaches, and what is drawn and said of that. Dimensions are those of
 * media/machines, limits those of the data sheets.
 */
import { forward, type Joint, type Link, type Pose, type Vec } from './kinematics'

/** A machine that can be moved on its page. */
export type Machine = {
  joints: readonly Joint[]
  /** Poses to go to; the first is the one that it is shown in. */
  presets: readonly PosePreset[]
  /** Frames one in the other. A mounted gripper stands on the last one. */
  chain: readonly Link[]
  /** Whether our gripper is mounted at first; arms alone have the choice. */
  gripper?: boolean
  /** What the page says of the pose. */
  facts: (pose: Pose, gripper: boolean) => MachineFact[]
  /** What its reach is called, how it is drawn, and what is then to be seen. */
  reach: { name: string; seen?: Omit<Machine['seen'], 'from'>; drawn: (gripper: boolean) => Reach }
  dimensions: readonly Dimension[]
  /** The middle of what is looked at, and how far around it there is something to see; first seen from this turn and rise in degrees. */
  seen: { middle: Vec; radius: number; from: readonly [turn: number, rise: number] }
}

export type PosePreset = { name: string; pose: Pose }
export type MachineFact = { label: string; value: string }

/** A measured length between two points, drawn `off` to the side, in the frame of a joint or in the machine's own. */
export type Dimension = { from: Vec; to: Vec; off: Vec; text: string; frame?: string }

export type Reach = {
  lines: readonly { points: readonly Vec[]; dashed?: boolean; frame?: string }[]
  /** A profile (radius, height) round axis 1, and how far that is carried along x. */
  swept?: { profile: readonly (readonly [number, number])[]; along: number }
  labels: readonly { at: Vec; text: string; frame?: string }[]
}

/** How far the middle of the gripper's pads is from its flange (media/machines/gripper.py: PADS). */
export const pads = 0.166

export const opening: Joint = { id: 'opening', name: 'Gripper · opening', unit: 'mm', least: 0, most: 80 }

/** Where the tool's point is, in millimetres: between the gripper's pads, or the middle of the flange. */
export function toolPoint({ chain, gripper }: Machine, pose: Pose, mounted: boolean): Vec {
  return forward(chain, pose, gripper !== undefined && mounted ? [0, -pads, 0] : [0, 0, 0])
}

export const formatWhole = (value: number) => `${Math.round(value) || 0}`.replace('-', '−')
export const point = ([x, y, z]: Vec) => `X ${formatWhole(x)}, Y ${formatWhole(y)}, Z ${formatWhole(z)} mm`
