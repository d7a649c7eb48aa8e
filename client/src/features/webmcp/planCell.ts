import type { ApolloClient } from '@apollo/client'
import { plain, planOf, planPath } from '~/features/plan/address'
import { CellPlanDocument } from '~/features/plan/Plan.gen'
import { inputOf, limits, maxObstacles, type Obstacle, type Spot } from '~/features/plan/plan'
import { origin } from '~/lib/origin'

const whole = ([minimum, maximum]: readonly [number, number], description: string) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
})

const product = (description: string) => ({ type: 'string', description })

const spot = {
  x: whole(limits.coordinate, 'Millimeters along x'),
  y: whole(limits.coordinate, 'Millimeters along y'),
  z: whole(limits.high, 'Millimeters above the floor'),
  heading: { ...whole(limits.heading, 'Turn about z in degrees'), default: 0 },
}

const object = (properties: object, required: readonly string[], description: string) => ({
  type: 'object',
  properties,
  required,
  description,
})

const point = (description: string) => object(spot, ['x', 'y', 'z'], description)

export const cellSchema = object(
  {
    armId: product('ID of an arm, such as "3"'),
    railId: product('ID of a rail that carries the arm'),
    gripperId: product('ID of a gripper, such as "7"'),
    cameraId: product('ID of a camera'),
    standHeight: whole(limits.standHeight, 'Height of the stand under the arm in millimeters'),
    part: object(
      {
        mass: whole(limits.mass, 'Grams'),
        length: whole(limits.size, 'Millimeters along x'),
        width: whole(limits.size, 'Millimeters along y, which the gripper spans'),
        height: whole(limits.size, 'Millimeters'),
      },
      ['mass', 'length', 'width', 'height'],
      'The part that the arm moves',
    ),
    pick: point('Where parts are picked: the middle of the gripped part'),
    place: point('Where parts are placed'),
    obstacles: {
      type: 'array',
      maxItems: maxObstacles,
      items: object(
        {
          kind: { enum: ['TABLE', 'CONVEYOR', 'FENCE', 'BOX'] },
          ...spot,
          length: whole(limits.side, 'Millimeters along x'),
          width: whole(limits.side, 'Millimeters along y'),
          height: whole(limits.tall, 'Millimeters'),
        },
        ['kind', 'x', 'y', 'length', 'width', 'height'],
        'An upright box that must not be hit; x, y and z are the middle of its bottom',
      ),
    },
    lift: { ...whole(limits.lift, 'Millimeters above pick and place'), default: plain.lift },
    gripTime: { ...whole(limits.gripTime, 'Milliseconds to grip, and to release'), default: plain.gripTime },
    partsPerHour: whole(limits.partsPerHour, 'Required parts per hour'),
    shifts: { ...whole(limits.shifts, 'Shifts a day'), default: plain.shifts },
    labourCost: product('Labor cost per hour in the shop\'s currency, such as "32.50"'),
    horizon: {
      ...whole(limits.horizon, 'Months for which renting and buying are compared'),
      default: plain.horizon,
    },
  },
  ['armId', 'part', 'pick', 'place'],
  'A cell. Its origin is on the floor below the first axis of the arm, x along the rail, z up.',
)

type Entered = { pick: Partial<Spot>; place: Partial<Spot>; obstacles?: readonly Partial<Obstacle>[] }

/** What the graph says of a cell, without the frames that draw it; undefined for one that breaks the schema. */
export async function planCell(client: ApolloClient, input: Record<string, unknown>) {
  const { pick, place, obstacles = [], ...rest } = input as Entered
  if (!Array.isArray(obstacles)) return undefined
  const plan = planOf({
    ...plain,
    railId: null,
    gripperId: null,
    cameraId: null,
    ...rest,
    pick: { heading: 0, ...pick },
    place: { heading: 0, ...place },
    obstacles: obstacles.map((one) => ({ z: 0, heading: 0, ...one })),
  })
  if (!plan) return undefined
  const { data } = await client.query({
    query: CellPlanDocument,
    variables: { input: inputOf(plan) },
    fetchPolicy: 'no-cache',
  })
  if (!data) throw new Error('no answer')
  const { cycle, ...answer } = data.cellPlan
  return { ...answer, cycle: cycle && { ...cycle, frames: undefined }, url: origin + planPath(plan) }
}
