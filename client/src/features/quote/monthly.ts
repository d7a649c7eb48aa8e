import type { PlanKind } from '~/lib/schema.gen'

/** Whether a line is paid by the month, alone or beside its price. */
export function isMonthly({ planKind }: { planKind: PlanKind | null }) {
  return planKind === 'RENTAL' || planKind === 'SERVICE'
}
