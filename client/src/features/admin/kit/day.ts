/** The start of a date in the user's time zone, plus `later` days; undefined for an invalid date. */
export function dayStart(day: string, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

/** A short date without its year: `Mar 1`. */
export const withoutYear = (date: string) => date.replace(/, \d+$/, '')

const zones = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })

/** The user's time zone at an instant, such as `GMT+1`. */
export const zoneAt = (instant: string): string =>
  zones.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** The user's time zone, such as `Europe/Berlin`. */
export const timeZone = (): string => zones.resolvedOptions().timeZone
