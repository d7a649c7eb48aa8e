const clock = () =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })

/** When a reply is due, on the clock of the office: `Tue 24 Nov, 10:00 (CET)`. The words are those of the letters. */
export function replyTime(instant: string): string {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  )
  const { weekday, day, month, hour, minute, timeZoneName } = parts
  const zone = timeZoneName === 'GMT+2' ? 'CEST' : 'CET'
  // British English writes Sept.
  return `${weekday} ${day} ${month?.slice(0, 3)}, ${hour}:${minute} (${zone})`
}
