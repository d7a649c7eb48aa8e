import { oneOf } from '~/features/admin/kit/address'

/** Preset periods by their names in the URL; the second is the default. */
export const presets = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  year: 'This year',
  own: 'Custom',
}

export type PeriodPreset = keyof typeof presets

/** The first day and the last one, as `2026-03-01`. Days are those of UTC, as the server counts them. */
export type Period = { from: string; until: string }

/** The longest period that the server accepts. */
const mostDays = 366

const dayLength = 86_400_000

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(new Date(text).getTime())

/** The date `days` after another one. */
export function later(day: string, days: number): string {
  return new Date(new Date(day).getTime() + days * dayLength).toISOString().slice(0, 10)
}

/** Reads the period from the URL; `error` is the message about invalid dates. */
export function readPeriod(
  given: { period: string; from: string; until: string },
  now: Date,
): Period & { preset: PeriodPreset; error?: string } {
  const preset = oneOf(presets, given.period) ?? '30'
  const today = now.toISOString().slice(0, 10)
  if (preset === 'own') {
    const { from, until } = given
    return { preset, from, until, error: wrong(from, until) }
  }
  const from = preset === 'year' ? `${today.slice(0, 4)}-01-01` : later(today, 1 - Number(preset))
  return { preset, from, until: today }
}

function wrong(from: string, until: string): string | undefined {
  if (!isDay(from) || !isDay(until)) return 'Choose both dates.'
  if (until < from) return 'The end date must not be before the start date.'
  if (later(from, mostDays) <= until) return `Choose at most ${mostDays} days.`
  return undefined
}
