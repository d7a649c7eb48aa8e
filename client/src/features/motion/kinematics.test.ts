import { describe, expect, it } from 'vitest'
import { allMachines } from './allMachines'
import { collaborative, fixed, stretch } from './arms'
import { clamp, clampPose, distance, forward, interpolatePoses, type Pose, type Vec } from './kinematics'
import { toolPoint } from './machine'
import { modelOf } from './models'

/** Within a thousandth of a millimetre. */
function expectAt(found: Vec, wanted: Vec) {
  expect(distance(found, wanted), `${found} in place of ${wanted}`).toBeLessThan(1e-3)
}

const six = (...angles: number[]): Pose =>
  Object.fromEntries(angles.map((angle, k) => [`axis${k + 1}`, angle]))

describe('the fixed arm, worked out by hand', () => {
  // Links in mm: base to axis 2 195, upper arm 475, forearm 425, sideways to axis 5 125, up to axis 6 118, to the flange
  // 101 + 10, and with the gripper 166 more to the middle of its pads.
  it.each<[string, Pose, boolean, Vec]>([
    // 195 + 475 + 425 + 118 = 1213 up; 125 + 111 = 236 to the side, with the gripper 402.
    ['all joints at zero', six(0, 0, 0, 0, 0, 0), false, [0, -236, 1213]],
    ['all joints at zero, with the gripper', six(0, 0, 0, 0, 0, 0), true, [0, -402, 1213]],
    // Axis 1 carries what was at -y to +x.
    ['axis 1 at 90', six(90, 0, 0, 0, 0, 0), false, [236, 0, 1213]],
    ['axis 1 at -180', six(-180, 0, 0, 0, 0, 0), false, [0, 236, 1213]],
    // Axis 2 lays everything above it down to +x: 475 + 425 + 118 = 1018.
    ['axis 2 at 90', six(0, 90, 0, 0, 0, 0), false, [1018, -236, 195]],
    ['axis 2 at -90', six(0, -90, 0, 0, 0, 0), false, [-1018, -236, 195]],
    // Axis 3 lays forearm and wrist down: 425 + 118 = 543 ahead, 195 + 475 = 670 up.
    ['axis 3 at 90', six(0, 0, 90, 0, 0, 0), false, [543, -236, 670]],
    // Axis 4 lays the wrist down: 118 ahead, 195 + 475 + 425 = 1095 up.
    ['axis 4 at 90', six(0, 0, 0, 90, 0, 0), false, [118, -236, 1095]],
    // Axis 5 turns the tool from -y to +x: 111 ahead.
    ['axis 5 at 90', six(0, 0, 0, 0, 90, 0), false, [111, -125, 1213]],
    // Axis 6 is the tool's own: nothing moves.
    ['axis 6 at 90', six(0, 0, 0, 0, 0, 90), true, [0, -402, 1213]],
    // Stretched out, tool ahead: 900 + 111 = 1011, with the gripper 1177; 195 + 118 = 313 up.
    ['stretched out', six(0, 90, 0, -90, 90, 0), false, [1011, -125, 313]],
    ['stretched out, with the gripper', six(0, 90, 0, -90, 90, 0), true, [1177, -125, 313]],
    // Upright, tool down: 195 + 900 - 111 = 984 up, 118 ahead; with the gripper 818.
    ['upright with the tool down', six(0, 0, 0, 90, 90, 0), false, [118, -125, 984]],
    ['upright with the gripper down', six(0, 0, 0, 90, 90, 0), true, [118, -125, 818]],
  ])('%s', (_, pose, mounted, wanted) => expectAt(toolPoint(allMachines.fixedArm, pose, mounted), wanted))

  it('reaches 900 mm with its wrist, and no nearer than its elbow bends', () => {
    // 475^2 + 425^2 + 2 * 475 * 425 * cos 155° = 40328, whose root is 200.8.
    expect(stretch(fixed).outer).toBeCloseTo(900, 6)
    expect(stretch(fixed).inner).toBeCloseTo(200.8, 1)
    expect(stretch(collaborative).outer).toBeCloseTo(1300, 6)
  })
})

describe('the drawn reach', () => {
  const top = (points: readonly Vec[]) => Math.round(Math.max(...points.map(([, , z]) => z)) * 1000)
  const wide = (points: readonly Vec[]) => Math.round(Math.max(...points.map(([x]) => x)) * 1000)

  it.each([
    // The wrist gets 195 + 900 = 1095 up; the tool's point as high as it is said to get with the tool down.
    // It is widest in axis 2's height: 900 and 118 ahead, 125 beside the plane, the root of 1018^2 + 125^2.
    [false, 984, 1026],
    // With the gripper the floor cuts that off where the wrist is 277 up, so 82 above axis 2 and 896.3 ahead.
    [true, 818, 1022],
  ])('is what the arm does, with a gripper: %s', (mounted, down, ahead) => {
    const [section, inner, tool] = allMachines.fixedArm.reach.drawn(mounted).lines.map(({ points }) => points)
    expect([section, inner, tool].map((points) => top(points ?? []))).toEqual([1095, 396, down])
    expect(wide(section ?? [])).toBe(900)
    expect(wide(tool ?? [])).toBe(ahead)
    expect(allMachines.fixedArm.facts({}, mounted)[3]?.value).toBe(`up to ${down} mm`)
  })

  it('goes along the rail', () => {
    const { lines, swept } = allMachines.railArm.reach.drawn(false)
    expect(swept?.along).toBe(1.5)
    const [first, last] = lines[1]?.points ?? []
    expect([first?.[0], last?.[0]].map((x) => Math.round((x ?? 0) * 1000))).toEqual([-900, 2400])
  })
})

it('carries the arm along the rail, 176 mm above the floor', () => {
  const at = (rail: number, mounted = false) =>
    toolPoint(allMachines.railArm, { rail, ...six(0, 0, 0, 0, 0, 0) }, mounted)
  expectAt(at(0), [0, -236, 1389])
  expectAt(at(750), [750, -236, 1389])
  expectAt(at(1500, true), [1500, -402, 1389])
  // Turned round the other way the rail's own axis stays where it is.
  expectAt(toolPoint(allMachines.railArm, { rail: 1500, ...six(90, 0, 0, 0, 0, 0) }, false), [1736, 0, 1389])
  expectAt(forward(allMachines.rail.chain, { rail: 400 }), [400, 0, 176])
})

it('makes the collaborative robot 1.16 times as thick', () => {
  // Ahead: 690 + 610 of links and 101 * 1.16 + 10 = 127.16 of flange; sideways: 125 * 1.16 = 145; up: (195 + 118) * 1.16
  // = 363.08.
  expectAt(toolPoint(allMachines.cobot, six(0, 90, 0, -90, 90, 0), false), [1427.16, -145, 363.08])
})

it('moves the mobile assistant', () => {
  const rest = { drive: 0, turn: 0, lift: 900, reach: 500, roll: 0, pitch: 0, hand: 0 }
  const at = (pose: Pose) => toolPoint(allMachines.assistant, { ...rest, ...pose }, false)
  // 75 from the middle to the column's face, 500 of reach, 59 + 164 = 223 of hand and gripper.
  expectAt(at({}), [0, -798, 900])
  expectAt(at({ lift: 1150, reach: 600 }), [0, -898, 1150])
  // The wrist points down: 75 + 600 = 675 ahead, 322 - 223 = 99 up.
  expectAt(at({ lift: 322, reach: 600, pitch: 90 }), [0, -675, 99])
  expectAt(at({ pitch: -90 }), [0, -575, 1123])
  // Rolled by 90 before it pitches, the hand goes to the side.
  expectAt(at({ roll: 90, pitch: 90 }), [223, -575, 900])
  expectAt(at({ turn: 90 }), [798, 0, 900])
  expectAt(at({ drive: 1000, turn: 180 }), [0, -202, 900])
})

describe('limits', () => {
  const [, shoulder] = allMachines.fixedArm.joints
  it.each([
    [-136, -135],
    [-135, -135],
    [0, 0],
    [135, 135],
    [136, 135],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('takes %d as %d', (value, wanted) => {
    if (!shoulder) throw new Error('the arm has no shoulder')
    expect(clamp(shoulder, value)).toBe(wanted)
  })

  it('keeps every preset of every machine', () => {
    for (const { joints, presets } of Object.values(allMachines))
      for (const { name, pose } of presets) expect(clampPose(joints, pose), name).toEqual(pose)
  })

  it('lets no preset reach through the floor', () => {
    for (const machine of Object.values(allMachines))
      for (const { name, pose } of machine.presets)
        expect(toolPoint(machine, pose, true)[2], name).toBeGreaterThanOrEqual(0)
  })
})

it('is between two poses on the way from one to the other', () => {
  expect(interpolatePoses({ a: 0, b: 10 }, { a: 100, b: -10 }, 0.25)).toEqual({ a: 25, b: 5 })
  expect(interpolatePoses({}, { a: 100 }, 0.25)).toEqual({ a: 100 })
})

it('knows which products have a model', () => {
  expect(['ORR-RA6-1500', 'ORR-G80', 'ORR-MB-100', 'toString', '', null].map(modelOf)).toEqual([
    'railArm',
    'gripper',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
