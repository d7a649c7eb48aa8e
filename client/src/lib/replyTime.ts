import { officeClock } from './officeClock'

/** When a reply is due, on the clock of the office: `Tue 24 Nov, 10:00 (CET)`. The words are those of the emails. */
export function replyTime(instant: string): string {
  const { weekday, day, month, hour, minute, timeZoneName } = officeClock(new Date(instant), {
    day: 'numeric',
    month: 'short',
  })
  // British English writes Sept.
  return `${weekday} ${day} ${month?.slice(0, 3)}, ${hour}:${minute} (${timeZoneName})`
}
