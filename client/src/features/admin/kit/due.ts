import type { Tone } from '~/ui/Badge'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long there is until something is due, or for how long it has been: `Due in 5 hours`, `2 days overdue`. Late is an error, soon a warning. */
export function dueIn(at: string, now: number): { text: string; tone: Tone } {
  const left = new Date(at).getTime() - now
  const [unit, length] = units.find(([, length]) => Math.abs(left) >= length) ?? units[2]
  const count = Math.max(1, Math.trunc(Math.abs(left) / length))
  const time = `${count} ${unit}${count === 1 ? '' : 's'}`
  if (left < 0) return { text: `${time} overdue`, tone: 'error' }
  return { text: `Due in ${time}`, tone: left < 6 * 3_600_000 ? 'warn' : 'neutral' }
}
