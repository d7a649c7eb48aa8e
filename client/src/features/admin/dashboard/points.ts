import { withoutYear } from '~/features/admin/kit/day'
import type { Amount } from '~/lib/format'
import { formatCount } from '~/lib/format'
import { shortDate } from '~/ui/DateText'

/** One day, or one week, of a period. */
type Point = { first: string; last: string; orders: number; revenue: Amount }

/** More days than this are drawn as weeks, so that bars can be distinguished. */
const mostDays = 92

type Day = { date: string; orders: number; revenue: Amount }

/**
 * The days of a period, or its weeks when there are many. A week begins on Monday; the first and the last may be
 * shorter.
 */
export function pointsOf(days: readonly Day[]): Point[] {
  const points: Point[] = []
  for (const { date, orders, revenue } of days) {
    const day = date.slice(0, 10)
    const last = points.at(-1)
    const monday = new Date(date).getUTCDay() === 1
    if (days.length <= mostDays || monday || !last) points.push({ first: day, last: day, orders, revenue })
    else
      points[points.length - 1] = {
        first: last.first,
        last: day,
        orders: last.orders + orders,
        revenue: plus(last.revenue, revenue),
      }
  }
  return points
}

/** The sum of two amounts of one currency, without rounding. */
function plus(one: Amount, other: Amount): Amount {
  const decimals = one.amount.split('.')[1]?.length ?? 0
  const minor = ({ amount }: Amount) => BigInt(amount.replace('.', ''))
  const digits = String(minor(one) + minor(other)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return { currency: one.currency, amount: decimals ? `${whole}.${digits.slice(-decimals)}` : whole }
}

/**
 * The values at an axis from 0 to at least `most`: three to five steps of 1, 2 or 5 times a power of ten, and whole
 * ones.
 */
export function axisOf(most: number): number[] {
  const rough = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, index) => index * step)
}

/** A date as text: `Mar 1`, or `Mar 1, 2026`. */
export function dayText(day: string, length: 'short' | 'long' = 'long') {
  const date = shortDate(day, 'UTC')
  return length === 'short' ? withoutYear(date) : date
}

/** The date, or the first and the last one, as text. */
export const pointText = ({ first, last }: { first: string; last: string }) =>
  first === last ? dayText(first) : `${dayText(first, 'short')} to ${dayText(last)}`

export const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

/** An amount at an axis: `$20K`. */
export const roughly = (value: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, notation: 'compact' }).format(value)
