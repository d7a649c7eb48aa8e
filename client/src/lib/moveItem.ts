/** A copy of a list with one entry moved to another index; unchanged if that index doesn't exist. */
export function moveItem<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  if (to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))
}
