import { maxCompared } from '~/lib/compared'

type Choice = { id: string; category: string }

/** Suggested comparisons: products whose categories begin alike, families with most to compare first. */
export function suggestions(choices: readonly Choice[]): { name: string; ids: string[] }[] {
  const families = new Map<string, string[]>()
  for (const { id, category } of choices) {
    for (const name of category.split('/').map((part) => part.trim()))
      families.set(name, [...(families.get(name) ?? []), id])
  }
  return [...families]
    .filter(([name, ids]) => name !== '' && ids.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, ids]) => ({ name, ids: ids.slice(0, maxCompared) }))
}
