// The first Intl call of a page costs a phone 60 ms, and the server's engine has no Intl. Public pages therefore format
// what they show first without it.

/** An amount as GraphQL returns it: a decimal string and an ISO 4217 code. */
export type Amount = { amount: string; currency: string }

const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }

/** `$25,999.00`. The decimal string is never converted to a float. */
export function formatMoney({ amount, currency }: Amount): string {
  const sign = signs[currency]
  const [, minus, whole, cents = ''] = /^(-?)(\d+)(?:\.(\d\d?))?$/.exec(amount) ?? []
  if (sign && whole) return `${minus}${sign}${formatCount(whole)}.${cents.padEnd(2, '0')}`
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount as `${number}`)
}

/** A whole number: `10,000`. */
export function formatCount(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** An RFC 3339 instant in long US format, `March 1, 2026`, in the visitor's time zone or UTC. */
export function formatDate(instant: string, timeZone?: 'UTC'): string {
  const date = new Date(instant)
  return timeZone
    ? `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
    : `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`
}

/** Days in long US format: `December 16–21, 2026`, or a single one. Both are noon UTC, as in the API. */
export function formatPeriod({ from, until }: { from: string; until: string }): string {
  const [first, last] = [formatDate(from, 'UTC'), formatDate(until, 'UTC')]
  if (first === last) return last
  const [month = '', day, year = ''] = first.split(/\W+/)
  if (!last.endsWith(year)) return `${first} – ${last}`
  return last.startsWith(month)
    ? `${month} ${day}–${last.slice(month.length + 1)}`
    : `${month} ${day} – ${last}`
}

/** The time of an RFC 3339 instant, `09:00`, in the visitor's time zone or UTC. */
export function formatTime(instant: string, timeZone?: 'UTC'): string {
  const date = new Date(instant)
  const [hours, minutes] = timeZone
    ? [date.getUTCHours(), date.getUTCMinutes()]
    : [date.getHours(), date.getMinutes()]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Seconds as `m:ss`; `0:00` while the duration is unknown. */
export function formatSeconds(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
