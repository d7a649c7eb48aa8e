/** The office's hours of `brand.hours` as numbers: Monday to Friday, from and until a full hour in Amsterdam. */
export const opens = 9
export const closes = 18

const clock = () =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })

/** What the clock of the office shows at an instant, and whether somebody is there. */
export function officeTime(now: Date) {
  const parts = Object.fromEntries(
    clock()
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const { weekday = '', hour = '', minute = '', timeZoneName: zone = '' } = parts
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
