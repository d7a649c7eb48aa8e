/** The six-axis arms: fixed, on the rail, and collaborative. */
import { armChain, type Build } from './armChain'
import { distance, forward, type Joint, type Link, type Pose, type Vec } from './kinematics'
import { formatWhole, type Machine, pads, point, type Reach, toolPoint } from './machine'
import { carriage, onRail, railDeck, railDimensions, stroke } from './rail'

export const fixed: Build = { upper: 0.475, fore: 0.425, thick: 1 }
export const collaborative: Build = { upper: 0.69, fore: 0.61, thick: 1.16 }

const turning = (id: string, name: string, most: number): Joint => ({
  id,
  name,
  unit: '°',
  least: -most,
  most,
})

/** Data sheet of the fixed arm: axis ranges. */
const sixAxes = [
  turning('axis1', 'Axis 1 · base', 360),
  turning('axis2', 'Axis 2 · shoulder', 135),
  turning('axis3', 'Axis 3 · elbow', 155),
  turning('axis4', 'Axis 4 · wrist', 360),
  turning('axis5', 'Axis 5 · wrist', 180),
  turning('axis6', 'Axis 6 · tool', 360),
]

const six = (...angles: number[]): Pose =>
  Object.fromEntries(angles.map((angle, index) => [`axis${index + 1}`, angle]))

/** The distances of the wrist's centre from axis 2: fully stretched, and with the elbow bent to its limit. */
export function stretch(build: Build): { outer: number; inner: number } {
  const wrist = armChain(build).slice(1, 4)
  const shoulder = forward(wrist.slice(0, 1), {})
  const elbow = sixAxes[2]?.most ?? 0
  return {
    outer: distance(forward(wrist, {}), shoulder),
    inner: distance(forward(wrist, six(0, 0, elbow)), shoulder),
  }
}

/**
 * The section through axis 1 that the wrist's centre reaches, and dashed that of the tool point while the tool points
 * down: the wrist is then `tool` above it and 118 mm (of the smaller arm) behind it. Only the part above the floor.
 */
function armReach(build: Build, floor: number, along: number, mounted: boolean): Reach {
  const s = build.thick
  const shoulder = 0.195 * s
  const { outer, inner } = stretch(build)
  const [far, near] = [outer / 1000, inner / 1000]
  const tool = 0.101 * s + 0.01 + (mounted ? pads : 0)
  // Around axis 2, down to `low` on either side.
  const arc = (radius: number, low: number) => {
    const end = Math.acos(Math.min(Math.max((low - shoulder) / radius, -1), 1))
    return Array.from({ length: 97 }, (_, k): Vec => {
      const angle = (k / 48 - 1) * end
      return [radius * Math.sin(angle), 0, shoulder + radius * Math.cos(angle)]
    })
  }
  const section = arc(far, floor)
  const down = arc(far, floor + tool)
    .filter(([r]) => r > -0.118 * s)
    .map(([r, , z]): Vec => [Math.hypot(r + 0.118 * s, 0.125 * s), 0, z - tool])
  const frame = 'axis1'
  // A rail's working length is measured on the floor in front of it.
  const front = -1
  const ends: Vec[] = [
    [-far, front, 0],
    [along + far, front, 0],
  ]
  const length = `${formatWhole((along + 2 * far) * 1000)} mm working length`
  return {
    lines: [
      { points: [...section, ...section.slice(0, 1)], frame },
      ...(along ? [{ points: ends }] : []),
      { points: arc(near, floor), frame },
      ...[1, -1].map((side) => ({
        points: down.map(([r, , z]): Vec => [side * r, 0, z]),
        dashed: true,
        frame,
      })),
    ],
    swept: {
      profile: section.filter(([r]) => r >= 0).map(([r, , z]) => [r, z] as const),
      along,
    },
    labels: [
      { at: [0, 0, shoulder + far], text: `${formatWhole(outer)} mm to the wrist`, frame },
      { at: down[Math.floor(down.length * 0.6)] ?? [0, 0, 0], text: 'tool pointing down', frame },
      ...(along ? [{ at: [along / 2, front, 0] as const, text: length }] : []),
    ],
  }
}

function arm(
  build: Build,
  options: {
    gripper: boolean
    rail?: boolean
    home: Pose
    seen: Machine['seen']
    reached: Machine['reach']['seen']
  },
): Machine {
  const { gripper, rail = false, home, seen, reached } = options
  const { upper, fore, thick: s } = build
  const chain = rail ? [onRail, ...armChain(build)] : armChain(build)
  const foot: Link[] = rail ? [onRail] : []
  const middle: Pose = rail ? { rail: (stroke * 1000) / 2 } : {}
  const ahead = six(0, 90, 0, -90, 90, 0)
  const down = six(0, 0, 0, 90, 90, 0)
  const made: Machine = {
    joints: rail ? [carriage, ...sixAxes] : sixAxes,
    presets: [
      { name: 'Home', pose: { ...middle, ...home } },
      { name: 'Reach', pose: rail ? { rail: stroke * 1000, ...ahead } : ahead },
      { name: 'Fold', pose: { ...middle, ...six(0, -50, 140, 0, 90, 0) } },
    ],
    chain,
    gripper,
    facts: (pose, mounted) => {
      const tool = toolPoint(made, pose, mounted)
      const still = { ...pose, ...ahead, rail: 0 }
      const top = toolPoint(made, { ...pose, ...down, rail: 0 }, mounted)[2]
      return [
        { label: 'Tool point', value: point(tool) },
        { label: 'From the base', value: `${formatWhole(distance(tool, forward(foot, pose)))} mm` },
        { label: 'Reach, tool ahead', value: `${formatWhole(toolPoint(made, still, mounted)[0])} mm` },
        { label: 'Height, tool down', value: `up to ${formatWhole(top)} mm` },
      ]
    },
    reach: {
      name: 'Reach',
      seen: reached,
      drawn: (mounted) => armReach(build, rail ? -railDeck : 0, rail ? stroke : 0, mounted),
    },
    dimensions: [
      {
        from: [0, 0, 0],
        to: [0, 0, upper],
        off: [-0.16 * s, -0.15 * s, 0],
        text: `${formatWhole(upper * 1000)} mm`,
        frame: 'axis2',
      },
      {
        from: [0, 0, 0],
        to: [0, 0, fore],
        off: [-0.13 * s, -0.02 * s, 0],
        text: `${formatWhole(fore * 1000)} mm`,
        frame: 'axis3',
      },
      ...(rail
        ? railDimensions
        : [
            {
              from: [-0.095 * s, 0, 0],
              to: [0.095 * s, 0, 0],
              off: [0, -0.2 * s, 0],
              text: `⌀ ${formatWhole(190 * s)} mm`,
            } as const,
            {
              from: [0, 0, 0],
              to: [0, 0, 0.195 * s],
              off: [0.2 * s, 0, 0],
              text: `${formatWhole(195 * s)} mm`,
            } as const,
          ]),
    ],
    seen,
  }
  return made
}

export const fixedArm = arm(fixed, {
  gripper: true,
  home: six(-26, -30, 104, 16, 90, 118),
  reached: { middle: [0, 0, 0.5], radius: 1.05 },
  seen: { middle: [-0.05, -0.1, 0.48], radius: 0.75, from: [7, 6] },
})

export const railArm = arm(fixed, {
  gripper: true,
  rail: true,
  home: six(-20, -32, 106, 16, 90, 118),
  reached: { middle: [0.75, 0, 0.55], radius: 1.85 },
  seen: { middle: [0.72, 0, 0.42], radius: 1.15, from: [33, 13] },
})

export const cobot = arm(collaborative, {
  gripper: false,
  home: six(-24, -15, 94, 11, 90, 118),
  reached: { middle: [0, 0, 0.7], radius: 1.48 },
  seen: { middle: [0.12, -0.1, 0.6], radius: 0.95, from: [7, 5] },
})
