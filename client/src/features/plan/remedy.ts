import type { Parts } from './geometry'
import type { Plan, Spot } from './plan'
import type { PlanResult } from './usePlanResult'

export type Remedy = PlanResult['checks'][number]['remedies'][number]

/** The plan with a remedy of the server. Machines on a rail have no stand, and some arms bring their rail along. */
export function withRemedy(plan: Plan, by: Remedy['change'], parts: Parts): Plan {
  const armId = by.armId ?? plan.armId
  const hasRail = parts.arms.find(({ product }) => product.id === armId)?.hasRail
  const railId = hasRail || by.withoutRail ? null : (by.railId ?? plan.railId)
  return {
    ...plan,
    armId,
    railId,
    gripperId: by.gripperId ?? plan.gripperId,
    standHeight: hasRail || railId ? 0 : (by.standHeight ?? plan.standHeight),
    lift: by.lift ?? plan.lift,
    pick: spotFrom(by.pick ?? plan.pick),
    place: spotFrom(by.place ?? plan.place),
  }
}

/** A point without the fields that GraphQL adds. */
const spotFrom = ({ x, y, z, heading }: Spot): Spot => ({ x, y, z, heading })
