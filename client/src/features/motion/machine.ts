/**
 * The joints of each machine with their limits, its reach, and what is drawn and stated about both. Dimensions are
 * those of media/machines, limits those of the data sheets.
 */
import { forward, type Joint, type Link, type Pose, type Vec } from './kinematics'

/** A machine that can be moved in the 3D view. */
export type Machine = {
  joints: readonly Joint[]
  /** Preset poses; the first is the initial one. */
  presets: readonly PosePreset[]
  /** Frames, each relative to the previous one. A mounted gripper is attached to the last one. */
  chain: readonly Link[]
  /** Whether our gripper is mounted initially; only arms allow to change it. */
  gripper?: boolean
  /** Figures stated about the pose. */
  facts: (pose: Pose, gripper: boolean) => MachineFact[]
  /** The reach's label, its drawing, and the sphere shown with it. */
  reach: { name: string; seen?: Omit<Machine['seen'], 'from'>; drawn: (gripper: boolean) => Reach }
  dimensions: readonly Dimension[]
  /** The centre and radius of the initial view, and its angles in degrees. */
  seen: { middle: Vec; radius: number; from: readonly [turn: number, rise: number] }
}

type PosePreset = { name: string; pose: Pose }
export type MachineFact = { label: string; value: string }

/** A dimension between two points, drawn at the distance `off`, in the frame of a joint or in the machine's. */
export type Dimension = { from: Vec; to: Vec; off: Vec; text: string; frame?: string }

export type Reach = {
  lines: readonly { points: readonly Vec[]; dashed?: boolean; frame?: string }[]
  /** A profile (radius, height) around axis 1, and how far it is extended along x. */
  swept?: { profile: readonly (readonly [number, number])[]; along: number }
  labels: readonly { at: Vec; text: string; frame?: string }[]
}

/** The distance from the gripper's flange to the middle of its pads (media/machines/gripper.py: PADS). */
export const pads = 0.166

export const opening: Joint = { id: 'opening', name: 'Gripper · opening', unit: 'mm', least: 0, most: 80 }

/** The tool point in millimetres: between the gripper's pads, or the centre of the flange. */
export function toolPoint({ chain, gripper }: Machine, pose: Pose, mounted: boolean): Vec {
  return forward(chain, pose, gripper !== undefined && mounted ? [0, -pads, 0] : [0, 0, 0])
}

export const formatWhole = (value: number) => `${Math.round(value) || 0}`.replace('-', '−')
export const point = ([x, y, z]: Vec) => `X ${formatWhole(x)}, Y ${formatWhole(y)}, Z ${formatWhole(z)} mm`
