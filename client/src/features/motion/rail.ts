/** The linear slider rail (media/machines/rail.py). */
import type { Joint, Link } from './kinematics'
import { type Dimension, formatWhole, type Machine } from './machine'

/** The height of the arm's seat, and the stroke. */
export const railDeck = 0.176
export const stroke = 1.5
/** The rail's middle relative to the carriage's start position. */
export const railMiddle = 0.7125

export const carriage: Joint = {
  id: 'rail',
  name: 'Axis 7 · rail',
  unit: 'mm',
  least: 0,
  most: stroke * 1000,
}
export const onRail: Link = { at: [0, 0, railDeck], joint: 'rail', slides: [1, 0, 0] }

const [start, end] = [railMiddle - 1, railMiddle + 1]
export const railDimensions: readonly Dimension[] = [
  { from: [start, 0, 0], to: [end, 0, 0], off: [0, -0.34, 0], text: '2000 mm' },
  { from: [end, -0.115, 0], to: [end, 0.185, 0], off: [0.14, 0, 0], text: '300 mm' },
  { from: [start, -0.115, 0], to: [start, -0.115, 0.16], off: [-0.12, 0, 0], text: '160 mm' },
]

export const rail: Machine = {
  joints: [{ ...carriage, name: 'Carriage' }],
  presets: [
    { name: 'Middle', pose: { rail: 750 } },
    { name: 'Start', pose: { rail: 0 } },
    { name: 'End', pose: { rail: 1500 } },
  ],
  chain: [onRail],
  facts: ({ rail: at = 0 }) => [
    { label: 'Carriage', value: `${formatWhole(at)} mm from its start` },
    { label: 'Left of the stroke', value: `${formatWhole(stroke * 1000 - at)} mm` },
    { label: 'Seat of the arm', value: `${formatWhole(railDeck * 1000)} mm above the floor` },
  ],
  reach: {
    name: 'Stroke',
    drawn: () => ({
      lines: [
        {
          points: [
            [0, -0.2, railDeck],
            [stroke, -0.2, railDeck],
          ],
        },
        ...[0, stroke].map((x) => ({
          points: [
            [x, -0.24, railDeck],
            [x, 0.12, railDeck],
          ] as const,
          dashed: true,
        })),
      ],
      labels: [{ at: [stroke / 2, -0.2, railDeck], text: '1500 mm stroke' }],
    }),
  },
  dimensions: railDimensions,
  seen: { middle: [railMiddle, 0, 0.12], radius: 0.95, from: [33, 22] },
}
