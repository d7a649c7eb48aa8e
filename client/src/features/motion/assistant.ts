/** The mobile assistant, driving and reaching towards -y (media/machines/mobile_assistant.py). */
import { distance, type Joint, type Link, type Vec } from './kinematics'
import { formatWhole, type Machine, point, toolPoint } from './machine'

/** The front of the column, from which the arm's reach is measured. */
const face = -0.075
/** The column: its section, the position of its centre, and its top. */
export const column = { x: 0.096, y: 0.11, at: -0.02, top: 1.272 }
/** Lower and upper edge of the base's cover. */
export const deck = [0.203, 0.245] as const
/** The distances from the wrist's centre to the hand's seat, and from there to the point between the fingers. */
export const hand = 0.059
const tool = 0.164

const joints: Joint[] = [
  { id: 'drive', name: 'Base · ahead', unit: 'mm', least: 0, most: 1000 },
  { id: 'turn', name: 'Base · turn', unit: '°', least: -180, most: 180 },
  { id: 'lift', name: 'Lift · height', unit: 'mm', least: 315, most: 1150 },
  { id: 'reach', name: 'Arm · reach', unit: 'mm', least: 390, most: 600 },
  { id: 'roll', name: 'Wrist · roll', unit: '°', least: -180, most: 180 },
  { id: 'pitch', name: 'Wrist · pitch', unit: '°', least: -90, most: 90 },
  { id: 'hand', name: 'Wrist · tool', unit: '°', least: -180, most: 180 },
  { id: 'opening', name: 'Gripper · opening', unit: 'mm', least: 0, most: 100 },
]

const chain: Link[] = [
  { joint: 'drive', slides: [0, -1, 0] },
  { joint: 'turn', turns: 'z' },
  { at: [0, face, 0], joint: 'lift', slides: [0, 0, 1] },
  { joint: 'reach', slides: [0, -1, 0] },
  { tilt: 90, joint: 'roll', turns: 'z' },
  { joint: 'pitch', turns: 'x' },
  { at: [0, 0, hand], joint: 'hand', turns: 'z' },
  { at: [0, 0, tool] },
]

const still = { drive: 0, turn: 0, roll: 0, pitch: 0, hand: 0, opening: 60 }
const [near, far, low, high, out] = [face - 0.39, face - 0.6, 0.315, 1.15, hand + tool]
const arc = (from: number, z: number): Vec[] =>
  Array.from({ length: 19 }, (_, k) => {
    const angle = ((from + k * 5) * Math.PI) / 180
    return [0, far - out * Math.cos(angle), z + out * Math.sin(angle)]
  })

export const assistant: Machine = {
  joints,
  presets: [
    { name: 'Home', pose: { ...still, lift: 900, reach: 500 } },
    { name: 'Reach', pose: { ...still, lift: 1150, reach: 600 } },
    { name: 'Fold', pose: { ...still, lift: 700, reach: 390, pitch: 90, opening: 0 } },
    { name: 'Floor', pose: { ...still, lift: 322, reach: 600, pitch: 90 } },
  ],
  chain,
  facts: (pose) => {
    const at = toolPoint(assistant, pose, false)
    const { drive = 0, lift = 0, reach = 0 } = pose
    return [
      { label: 'Tool point', value: point(at) },
      { label: 'From the base', value: `${formatWhole(distance(at, [0, -drive, 0]))} mm` },
      { label: 'Arm above the floor', value: `${formatWhole(lift)} mm` },
      { label: 'Reach from the column', value: `${formatWhole(reach)} mm` },
    ]
  },
  reach: {
    name: 'Reach',
    drawn: () => ({
      lines: [
        {
          points: [
            [0, near, low],
            [0, far, low],
            [0, far, high],
            [0, near, high],
            [0, near, low],
          ],
          frame: 'turn',
        },
        {
          points: [
            [0, near, low - out],
            ...arc(-90, low),
            ...arc(0, high),
            [0, near, high + out],
            [0, near, low - out],
          ],
          dashed: true,
          frame: 'turn',
        },
      ],
      labels: [
        { at: [0, far, low - 0.04], text: '600 mm to the wrist', frame: 'turn' },
        { at: [0, far - out, high], text: 'tool point', frame: 'turn' },
      ],
    }),
  },
  dimensions: [
    { from: [0.225, 0, 0], to: [0.225, 0, 1.35], off: [0.14, 0, 0], text: '1350 mm', frame: 'turn' },
    { from: [-0.225, -0.225, 0], to: [0.225, -0.225, 0], off: [0, -0.12, 0], text: '450 mm', frame: 'turn' },
    { from: [-0.225, -0.225, 0], to: [-0.225, 0.225, 0], off: [-0.12, 0, 0], text: '450 mm', frame: 'turn' },
  ],
  seen: { middle: [0, -0.3, 0.68], radius: 0.95, from: [-48, 9] },
}
