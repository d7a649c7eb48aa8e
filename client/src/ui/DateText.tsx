import { formatDate, formatPeriod, formatTime } from '~/lib/format'
import { useHydrated } from '~/lib/useHydrated'

/** An instant in long US format, optionally with its time; in UTC until hydration, then in the browser's time zone. */
export function DateText({
  value,
  time = false,
  className,
}: {
  value: string
  time?: boolean
  className?: string
}) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <time dateTime={value} className={className}>
      {formatDate(value, zone)}
      {time && `, ${formatTime(value, zone)}`}
    </time>
  )
}

/** A date short enough for a table row: `Mar 1, 2026`. */
export const shortDate = (instant: string, zone?: 'UTC') =>
  formatDate(instant, zone).replace(/^(\w{3})\w*/, '$1')

/** A calendar day without a time, in UTC as in emails and documents. `short` fits a table row. */
export function Day({
  value,
  short = false,
  className,
}: {
  value: string
  short?: boolean
  className?: string
}) {
  return (
    <time dateTime={value} className={short ? 'whitespace-nowrap' : className}>
      {(short ? shortDate : formatDate)(value, 'UTC')}
    </time>
  )
}

export type Delivery = { from: string; until: string; payBy: string | null }

/** The estimated delivery, and the condition it depends on. */
export function Arrival({ of: delivery }: { of: Delivery }) {
  const { payBy } = delivery
  return (
    <span className="block">
      Arrives {formatPeriod(delivery)}
      {payBy && `, if paid by ${formatDate(payBy, 'UTC')}`}
    </span>
  )
}
