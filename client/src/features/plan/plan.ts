/** The centre of a part or of an obstacle's bottom, in mm, rotated about z by `heading` degrees. */
export type Spot = { x: number; y: number; z: number; heading: number }

export type ObstacleKind = 'TABLE' | 'CONVEYOR' | 'FENCE' | 'BOX'

export type Obstacle = Spot & { kind: ObstacleKind; length: number; width: number; height: number }

/**
 * A plan, in the coordinates of GraphQL's CellPlanInput: z up, the origin on the floor below the arm's first axis, x
 * along the rail. Lengths are mm, the mass is grams, times are ms.
 */
export type Plan = {
  armId: string
  railId: string | null
  gripperId: string | null
  cameraId: string | null
  standHeight: number
  part: { mass: number; length: number; width: number; height: number }
  pick: Spot
  place: Spot
  obstacles: readonly Obstacle[]
  lift: number
  gripTime: number
  partsPerHour: number
  shifts: number
  /** Labour cost per hour, in hundredths of the shop's currency; null if not stated. */
  labourCost: number | null
  horizon: number
}

/** The server's limits. */
export const limits = {
  standHeight: [0, 1500],
  mass: [0, 1_000_000],
  size: [1, 2000],
  side: [1, 20_000],
  tall: [1, 10_000],
  coordinate: [-20_000, 20_000],
  high: [0, 10_000],
  heading: [-360, 360],
  lift: [0, 1000],
  gripTime: [0, 10_000],
  partsPerHour: [0, 100_000],
  shifts: [1, 3],
  labourCost: [0, 1_000_000],
  horizon: [1, 120],
} as const satisfies Record<string, readonly [least: number, most: number]>

export const maxObstacles = 20

/** A conveyor and a machine 3 m apart, and parts of 2.5 kg: out of reach without a rail. */
export const example: Plan = {
  armId: '3',
  railId: '8',
  gripperId: '7',
  cameraId: null,
  standHeight: 0,
  part: { mass: 2500, length: 120, width: 70, height: 80 },
  pick: { x: -750, y: -150, z: 540, heading: 0 },
  place: { x: 2250, y: -150, z: 540, heading: 0 },
  obstacles: [
    { kind: 'CONVEYOR', x: -820, y: -150, z: 0, heading: 90, length: 1800, width: 400, height: 500 },
    { kind: 'TABLE', x: 2320, y: -150, z: 0, heading: 0, length: 700, width: 900, height: 500 },
    { kind: 'FENCE', x: 750, y: 1150, z: 0, heading: 0, length: 4400, width: 40, height: 1800 },
  ],
  lift: 100,
  gripTime: 300,
  partsPerHour: 300,
  shifts: 2,
  labourCost: 3200,
  horizon: 36,
}

/** A smaller cell, which an arm reaches without a rail. */
export const startWith = (armId: string): Plan => ({
  ...example,
  armId,
  railId: null,
  pick: { x: -500, y: -350, z: 540, heading: 0 },
  place: { x: 500, y: -350, z: 540, heading: 0 },
  obstacles: [
    { kind: 'CONVEYOR', x: -600, y: -350, z: 0, heading: 90, length: 1500, width: 400, height: 500 },
    { kind: 'TABLE', x: 600, y: -400, z: 0, heading: 0, length: 600, width: 500, height: 500 },
  ],
})

/** A movable item: one of the points, or an obstacle by its index. */
export type Item = 'pick' | 'place' | number

export const spotOf = (plan: Plan, item: Item): Spot | undefined =>
  typeof item === 'number' ? plan.obstacles[item] : plan[item]

/** Moves an item, within the limits. */
export function moveItem(plan: Plan, item: Item, to: Partial<Obstacle>): Plan {
  const held = { ...to }
  for (const axis of ['x', 'y', 'z'] as const) {
    const [least, most] = axis === 'z' ? limits.high : limits.coordinate
    const value = held[axis]
    if (value !== undefined) held[axis] = Math.round(Math.min(Math.max(value, least), most))
  }
  if (typeof item !== 'number') return { ...plan, [item]: { ...plan[item], ...held } }
  return {
    ...plan,
    obstacles: plan.obstacles.map((one, index) => (index === item ? { ...one, ...held } : one)),
  }
}

/** Converts to GraphQL's input. */
export const inputOf = ({ labourCost, obstacles, ...plan }: Plan) => ({
  ...plan,
  obstacles: [...obstacles],
  labourCost: labourCost === null ? null : (labourCost / 100).toFixed(2),
})
