import type { Link } from './kinematics'

/** The proportions of a six-axis arm; `thick` scales joints and offsets (media/machines/arm.py). */
export type Build = { upper: number; fore: number; thick: number }

/** The arm's frames from base to flange. */
export function armChain({ upper, fore, thick: s }: Build): Link[] {
  return [
    { joint: 'axis1', turns: 'z' },
    { at: [0, 0, 0.195 * s], joint: 'axis2', turns: 'y' },
    { at: [0, 0, upper], joint: 'axis3', turns: 'y' },
    { at: [0, 0, fore], joint: 'axis4', turns: 'y' },
    { at: [0, -0.125 * s, 0], joint: 'axis5', turns: 'z' },
    { at: [0, 0, 0.118 * s], joint: 'axis6', turns: 'y' },
    { at: [0, -0.101 * s - 0.01, 0] },
  ]
}
