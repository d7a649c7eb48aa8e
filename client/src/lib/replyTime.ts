import { officeClock } from './officeClock'

/** When a reply is due, in the office's time zone, worded as in emails: `Tue 24 Nov, 10:00 (CET)`. */
export function replyTime(instant: string): string {
  const { weekday, day, month, hour, minute, timeZoneName } = officeClock(new Date(instant), {
    day: 'numeric',
    month: 'short',
  })
  // British English abbreviates September as Sept.
  return `${weekday} ${day} ${month?.slice(0, 3)}, ${hour}:${minute} (${timeZoneName})`
}
