import { settings } from './settings'

/**
 * What the clock of the office shows at an instant, by the names that Intl gives the parts: weekday, hour and minute of its
 * day, and what `more` asks for. The time zone has the name that emails give it.
 */
export function officeClock(instant: Date, more: Intl.DateTimeFormatOptions): Record<string, string> {
  const { timeZone, zoneNames } = settings()
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
    ...more,
  })
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const named = zoneNames.find(({ offset }) => offset === parts.timeZoneName)
  return named ? { ...parts, timeZoneName: named.name } : parts
}
