/** As many products as /compare can show readably. */
export const maxCompared = 3

/** The distinct product numbers in a list such as `1,3`. */
export function readIds(list: string | null): string[] {
  const ids = (list ?? '').split(',').map((id) => id.trim())
  return [...new Set(ids)].filter(Boolean)
}
