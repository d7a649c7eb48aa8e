import { officeClock } from '~/lib/officeClock'
import type { Settings } from '~/lib/settings'

/** The office's local time at an instant, and whether it is open. */
export function officeTime(
  now: Date,
  { opens, closes, holidays }: Pick<Settings, 'opens' | 'closes' | 'holidays'>,
) {
  const {
    weekday = '',
    hour = '',
    minute = '',
    year,
    month,
    day,
    timeZoneName: zone = '',
  } = officeClock(now, { year: 'numeric', month: '2-digit', day: '2-digit' })
  const hours = Number(hour) + Number(minute) / 60
  const working = weekday !== 'Sat' && weekday !== 'Sun' && !holidays?.includes(`${year}-${month}-${day}`)
  return {
    weekday,
    time: `${hour}:${minute}`,
    zone,
    hours,
    open: working && hours >= opens && hours < closes,
  }
}
