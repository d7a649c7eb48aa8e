/** The instant at which a day begins where the reader is, days later; undefined for what is no day. */
export function dayStart(day: string, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

/** A short date without its year: `Mar 1`. */
export const withoutYear = (date: string) => date.replace(/, \d+$/, '')

const zones = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })

/** The time zone of the reader at an instant, such as `GMT+1`. */
export const zoneAt = (instant: string): string =>
  zones.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The time zone in which the reader's days begin and end, such as `Europe/Berlin`. */
export const timeZone = (): string => zones.resolvedOptions().timeZone
