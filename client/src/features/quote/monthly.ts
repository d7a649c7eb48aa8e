import type { PlanKind } from '~/lib/schema.gen'

/** Whether a line has a monthly price, alone or in addition to its price. */
export function isMonthly({ planKind }: { planKind: PlanKind | null }) {
  return planKind === 'RENTAL' || planKind === 'SERVICE'
}
