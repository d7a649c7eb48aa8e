/**
 * What the clock of the office shows at an instant, by the names that Intl gives the parts: weekday, hour and minute of a day
 * in Amsterdam, and what `more` asks for.
 */
export function officeClock(instant: Date, more: Intl.DateTimeFormatOptions): Record<string, string> {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...more,
  })
  return Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
}
