/** The parallel gripper, standing on its flange (media/machines/gripper.py). */
import { formatWhole, type Machine, opening, pads } from './machine'

const half = 0.04

export const gripper: Machine = {
  joints: [opening],
  presets: [
    { name: 'Half', pose: { opening: 40 } },
    { name: 'Open', pose: { opening: 80 } },
    { name: 'Closed', pose: { opening: 0 } },
  ],
  chain: [],
  facts: ({ opening: wide = 0 }) => [
    { label: 'Between the pads', value: `${formatWhole(wide)} mm` },
    { label: 'Each finger', value: `${(wide / 2).toFixed(1)} mm from the middle` },
    { label: 'Pads from the flange', value: `${formatWhole(pads * 1000)} mm` },
  ],
  reach: {
    name: 'Stroke',
    drawn: () => ({
      lines: [
        {
          points: [
            [-half, 0, 0.2],
            [half, 0, 0.2],
          ],
        },
        ...[-half, half].map((x) => ({
          points: [
            [x, 0, 0.145],
            [x, 0, 0.205],
          ] as const,
          dashed: true,
        })),
      ],
      labels: [{ at: [0, 0, 0.2], text: '80 mm stroke' }],
    }),
  },
  dimensions: [
    { from: [0, 0, 0], to: [0, 0, 0.189], off: [-0.085, 0, 0], text: '189 mm' },
    { from: [0.058, -0.038, 0.064], to: [0.058, 0.038, 0.064], off: [0.03, 0, 0], text: '76 mm' },
    { from: [-0.0315, 0, 0], to: [0.0315, 0, 0], off: [0, -0.055, 0], text: '⌀ 63 mm' },
  ],
  seen: { middle: [0, 0, 0.098], radius: 0.145, from: [28, 14] },
}
