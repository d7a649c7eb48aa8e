/** The instant at which a day begins where the reader is, days later; undefined for what is no day. */
export function dayStart(day: string, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

/** A short date without its year: `Mar 1`. */
export const withoutYear = (date: string) => date.replace(/, \d+$/, '')
