import type { ApolloClient } from '@apollo/client'
import { plain, planOf, planPath } from '~/features/plan/address'
import { CellPlanDocument } from '~/features/plan/Plan.gen'
import { inputOf, type Obstacle, type Spot } from '~/features/plan/plan'
import { origin } from '~/lib/origin'

type Entered = { pick: Partial<Spot>; place: Partial<Spot>; obstacles?: readonly Partial<Obstacle>[] }

/** The result of a cell plan, without the frames for drawing; undefined if it violates the schema. */
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
  const { cycle, ...result } = data.cellPlan
  return { ...result, cycle: cycle && { ...cycle, frames: undefined }, url: origin + planPath(plan) }
}
