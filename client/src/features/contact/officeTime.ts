import { officeClock } from '~/lib/officeClock'

/** The office's hours of `brand.hours` as numbers: Monday to Friday, from and until a full hour in Amsterdam. */
export const opens = 9
export const closes = 18

/** What the clock of the office shows at an instant, and whether somebody is there. */
export function officeTime(now: Date) {
  const {
    weekday = '',
    hour = '',
    minute = '',
    timeZoneName: zone = '',
  } = officeClock(now, { timeZoneName: 'short' })
  const hours = Number(hour) + Number(minute) / 60
  const working = weekday !== 'Sat' && weekday !== 'Sun'
  return {
    weekday,
    time: `${hour}:${minute}`,
    zone,
    hours,
    open: working && hours >= opens && hours < closes,
  }
}
