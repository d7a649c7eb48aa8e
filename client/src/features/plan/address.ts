import { limits, maxObstacles, type Obstacle, type ObstacleKind, type Plan, type Spot } from './plan'

/** The version of the notation below. Later versions must be able to read it. */
const version = '1'

/** The path of a plan, or of the page without one. */
export const planPath = (plan?: Plan, beside?: Plan) =>
  plan ? `/plan?v=${version}&p=${write(plan)}${beside ? `&q=${write(beside)}` : ''}` : '/plan'

/** Why an address can't be shown. */
export type Fault = 'version' | 'malformed'

/** The plan in an address, null if there is none, or the error. */
export function readPlan(params: URLSearchParams, name: 'p' | 'q' = 'p'): Plan | Fault | null {
  const text = params.get(name)
  if (text === null) return null
  if (params.get('v') !== version) return 'version'
  return read(text) ?? 'malformed'
}

/** A plan from all fields of GraphQL's CellPlanInput; undefined if the planner can't show it. */
export function planOf(cell: unknown): Plan | undefined {
  try {
    const { labourCost = null, ...rest } = cell as Omit<Plan, 'labourCost'> & { labourCost?: string | null }
    const plan = { ...rest, labourCost: labourCost === null ? null : Math.round(Number(labourCost) * 100) }
    const read = readPlan(new URLSearchParams(planPath(plan).split('?')[1]))
    return typeof read === 'object' && read ? read : undefined
  } catch {
    return undefined
  }
}

const kinds: Readonly<Record<string, ObstacleKind>> = { T: 'TABLE', V: 'CONVEYOR', F: 'FENCE', B: 'BOX' }
const letters = Object.fromEntries(Object.entries(kinds).map(([letter, kind]) => [kind, letter]))

/** Defaults of fields that an address leaves out, equal to GraphQL's. */
export const plain = { standHeight: 0, lift: 100, gripTime: 300, partsPerHour: 0, shifts: 1, horizon: 36 }

const single = {
  h: 'standHeight',
  l: 'lift',
  i: 'gripTime',
  n: 'partsPerHour',
  w: 'shifts',
  u: 'horizon',
} as const
const products = { a: 'armId', r: 'railId', g: 'gripperId', c: 'cameraId' } as const

/**
 * A plan as fields separated by dots: a letter and integers separated by `_`. `a3.r8.m2500` is the arm 3 on the rail 8
 * with a part of 2.5 kg. Every obstacle is a field.
 */
function write(plan: Plan): string {
  const fields: string[] = []
  for (const [letter, key] of Object.entries(products)) if (plan[key]) fields.push(letter + plan[key])
  const { mass, length, width, height } = plan.part
  const spot = ({ x, y, z, heading }: Spot) => [x, y, z, ...(heading ? [heading] : [])].join('_')
  fields.push(`m${mass}`, `d${length}_${width}_${height}`, `f${spot(plan.pick)}`, `t${spot(plan.place)}`)
  for (const [letter, key] of Object.entries(single))
    if (plan[key] !== plain[key]) fields.push(letter + plan[key])
  if (plan.labourCost !== null) fields.push(`e${plan.labourCost}`)
  for (const { kind, x, y, z, heading, length, width, height } of plan.obstacles)
    fields.push(letters[kind] + [x, y, length, width, height, z, heading].join('_').replace(/(_0)+$/, ''))
  return fields.join('.')
}

const within = (value: number | undefined, [least, most]: readonly [number, number]) =>
  value !== undefined && value >= least && value <= most

function read(text: string): Plan | undefined {
  const plan = { ...plain, labourCost: null } as Partial<Plan> & { [key: string]: unknown }
  const chosen: Record<string, string | null> = { railId: null, gripperId: null, cameraId: null }
  const obstacles: Obstacle[] = []
  const seen = new Set<string>()
  if (text.length > 2000) return undefined
  for (const field of text.split('.')) {
    const [, letter = '', rest = ''] = /^([a-zA-Z])((?:-?\d{1,7})(?:_-?\d{1,7})*)$/.exec(field) ?? []
    const numbers = rest.split('_').map(Number)
    const [first = 0] = numbers
    const kind = kinds[letter]
    if (!letter || (!kind && seen.has(letter))) return undefined
    seen.add(letter)
    if (kind) {
      const [x, y, length, width, height, z = 0, heading = 0] = numbers
      if (numbers.length > 7 || !isSpot([x, y, z, heading])) return undefined
      if (!within(length, limits.side) || !within(width, limits.side) || !within(height, limits.tall))
        return undefined
      obstacles.push({ kind, x, y, z, heading, length, width, height } as Obstacle)
    } else if (letter in products) {
      if (numbers.length > 1 || first < 1) return undefined
      chosen[products[letter as keyof typeof products]] = String(first)
    } else if (letter in single) {
      const key = single[letter as keyof typeof single]
      if (numbers.length > 1 || !within(first, limits[key])) return undefined
      plan[key] = first
    } else if (letter === 'e') {
      if (numbers.length > 1 || !within(first, limits.labourCost)) return undefined
      plan.labourCost = first
    } else if (letter === 'm' || letter === 'd') {
      const [length, width, height] = numbers
      const fits =
        letter === 'm'
          ? numbers.length === 1 && within(first, limits.mass)
          : numbers.length === 3 && numbers.every((side) => within(side, limits.size))
      if (!fits) return undefined
      plan.part = {
        ...plan.part,
        ...(letter === 'm' ? { mass: first } : { length, width, height }),
      } as Plan['part']
    } else if (letter === 'f' || letter === 't') {
      const [x, y, z, heading = 0] = numbers
      if (numbers.length > 4 || !isSpot([x, y, z, heading])) return undefined
      plan[letter === 'f' ? 'pick' : 'place'] = { x, y, z, heading } as Spot
    } else return undefined
  }
  if (!['a', 'm', 'd', 'f', 't'].every((letter) => seen.has(letter))) return undefined
  if (obstacles.length > maxObstacles) return undefined
  return { ...plan, ...chosen, obstacles } as unknown as Plan
}

function isSpot([x, y, z, heading]: readonly (number | undefined)[]): boolean {
  return (
    within(x, limits.coordinate) &&
    within(y, limits.coordinate) &&
    within(z, limits.high) &&
    within(heading, limits.heading)
  )
}
