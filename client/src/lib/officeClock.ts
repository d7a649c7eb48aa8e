import { settings } from './settings'

/**
 * The office's local time at an instant, by Intl's part names: weekday, hour, minute and what `more` requests. The time
 * zone is named as in emails.
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
