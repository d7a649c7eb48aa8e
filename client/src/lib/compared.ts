/** As many products as stand beside each other on /compare and can still be read. */
export const maxCompared = 3

/** The product numbers in a list of an address such as `1,3`, each once. */
export function readIds(list: string | null): string[] {
  const ids = (list ?? '').split(',').map((id) => id.trim())
  return [...new Set(ids)].filter(Boolean)
}
