import type { BreakEven_CostsFragment } from './BreakEven.gen'

export type Costs = BreakEven_CostsFragment

/** The longest time of use that the page compares for, in months. */
export const maxMonths = 60

/** Hours a month until somebody sets others: eight a day on twenty days. */
export const usualHours = 160

/** What both ways have cost after so many months, in the plans' currency. Sums of what the graph gave, in cents. */
export function totalsAt({ rent, purchase, service }: Costs, months: number) {
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  return {
    rented: (cents(rent.amount) * months) / 100,
    bought: (cents(purchase.amount) + cents(service.amount) * months) / 100,
  }
}

/** Months of rent that so many hours of use take; a started month is paid in full. */
export function monthsOf(hours: number, hoursAMonth: number): number {
  return Math.min(maxMonths, Math.max(1, Math.ceil(hours / hoursAMonth)))
}

/** The first month of use in which buying has cost less than renting; null when it never does. */
export function cheaperFrom(costs: Costs): number | null {
  if (costs.months === null) return null
  const month = Math.ceil(costs.months)
  const { rented, bought } = totalsAt(costs, month)
  return bought < rented ? month : month + 1
}

/** How many months the drawing shows: the crossing, if it is ever reached, not at its edge, and the chosen time. */
export function horizonOf(crossing: number | null, months: number): number {
  const shown = Math.max(months, crossing === null ? 36 : crossing * 1.4)
  return [12, 24, 36, 48].find((horizon) => shown <= horizon) ?? maxMonths
}

/** An amount without cents when there are none: `€35,988`. */
export function plainMoney(amount: number, currency: string, notation?: 'compact'): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation,
    trailingZeroDisplay: 'stripIfInteger',
    maximumFractionDigits: notation ? 1 : 2,
  }).format(amount)
}

export function monthsText(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}
