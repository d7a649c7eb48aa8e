/** A milestone's title split in two: `2025 Q1: Workshop` has the quarter `2025 Q1` and a name. */
type MilestoneTitle = { measure: string | null; title: string }

/** Titles are free text; one without a quarter in front has no measure. */
export function splitTitle(text: string): MilestoneTitle {
  const [, year, quarter, title] = /^\s*(\d{4})\s*(Q[1-4])\s*:\s*(\S.*)$/s.exec(text) ?? []
  return year && quarter && title ? { measure: `${year} ${quarter}`, title } : { measure: null, title: text }
}

/** The span of the whole chain; null if either end has no quarter, or there is only one. */
export function totalSpan(titles: readonly MilestoneTitle[]): string | null {
  const from = titles.at(0)?.measure
  const to = titles.at(-1)?.measure
  return from && to && from !== to ? `${from} to ${to}` : null
}
