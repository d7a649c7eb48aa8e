import type { Tone } from '~/ui/Badge'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const format = new Intl.RelativeTimeFormat('en-US')

/** How long there is until something is due, or since when it is: `in 5 hours`, `2 days ago`. Late is an error, soon a warning. */
export function dueIn(at: string, now: number): { text: string; tone: Tone } {
  const left = new Date(at).getTime() - now
  const [unit, length] = units.find(([, length]) => Math.abs(left) >= length) ?? units[2]
  const text = format.format(Math.trunc(left / length) || (left < 0 ? -1 : 1), unit)
  if (left < 0) return { text: `Was due ${text}`, tone: 'error' }
  return { text: `Due ${text}`, tone: left < 6 * 3_600_000 ? 'warn' : 'neutral' }
}
