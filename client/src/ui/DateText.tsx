import { formatDate, formatPeriod, formatTime } from '~/lib/format'
import { useHydrated } from '~/lib/useHydrated'

/** An instant in long US format, with its time where that matters; in UTC until the browser's time zone is known. */
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

/** A date short enough for a row: `Mar 1, 2026`. */
export const shortDate = (instant: string, zone?: 'UTC') =>
  formatDate(instant, zone).replace(/^(\w{3})\w*/, '$1')

/** A day and no moment: the one in UTC, as emails and documents name it. `short` fits into a row. */
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

/** When something arrives, and what that depends on. */
export function Arrival({ of: delivery }: { of: Delivery }) {
  const { payBy } = delivery
  return (
    <span className="block">
      Arrives {formatPeriod(delivery)}
      {payBy && `, if paid by ${formatDate(payBy, 'UTC')}`}
    </span>
  )
}
