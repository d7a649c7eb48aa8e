/** A milestone's title in its two parts: `2025 Q1: Workshop` is the measure `2025 Q1` and what happened then. */
export type MilestoneTitle = { measure: string | null; title: string }

/** Admins write titles freely: one without a quarter in front has no measure. */
export function splitTitle(text: string): MilestoneTitle {
  const [, year, quarter, title] = /^\s*(\d{4})\s*(Q[1-4])\s*:\s*(\S.*)$/s.exec(text) ?? []
  return year && quarter && title ? { measure: `${year} ${quarter}`, title } : { measure: null, title: text }
}

/** What the whole chain measures; null when either end has no measure, or there is only one. */
export function totalSpan(titles: readonly MilestoneTitle[]): string | null {
  const from = titles.at(0)?.measure
  const to = titles.at(-1)?.measure
  return from && to && from !== to ? `${from} to ${to}` : null
}
