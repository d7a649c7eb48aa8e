import type { BreakEven_CostsFragment } from './BreakEven.gen'

export type Costs = BreakEven_CostsFragment

/** The longest period that the page compares, in months. */
export const maxMonths = 60

/** Default hours of use per month: eight a day on twenty days. */
export const defaultHours = 160

/** The costs of both plans after a number of months, in their currency. Calculated in cents. */
export function totalsAt({ rent, purchase, service }: Costs, months: number) {
  const cents = (amount: string) => Math.round(Number(amount) * 100)
  return {
    rented: (cents(rent.amount) * months) / 100,
    bought: (cents(purchase.amount) + cents(service.amount) * months) / 100,
  }
}

/** The months of rent for a number of hours of use; a started month is paid in full. */
export function monthsOf(hours: number, hoursAMonth: number): number {
  return Math.min(maxMonths, Math.max(1, Math.ceil(hours / hoursAMonth)))
}

/** The first month of use after which buying is cheaper than renting; null if there is none. */
export function breakEvenMonth(costs: Costs): number | null {
  if (costs.months === null) return null
  const month = Math.ceil(costs.months)
  const { rented, bought } = totalsAt(costs, month)
  return bought < rented ? month : month + 1
}

/** The number of months drawn: beyond the crossing, if there is one, and the chosen time. */
export function chartMonths(crossing: number | null, months: number): number {
  const shown = Math.max(months, crossing === null ? 36 : crossing * 1.4)
  return [12, 24, 36, 48].find((horizon) => shown <= horizon) ?? maxMonths
}

/** Formats an amount without cents if they are zero: `€35,988`. */
export function formatWholeAmount(amount: number, currency: string, notation?: 'compact'): string {
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
