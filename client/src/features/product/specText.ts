export type SpecGroup = { title: string; items: { label: string; value: string }[] }

/** A value must not break out of its cell. */
const cell = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A group as a spreadsheet takes it: its title, then a line per value with a tab between. */
export function groupText({ title, items }: SpecGroup): string {
  return [title, ...items.map(({ label, value }) => `${cell(label)}\t${cell(value)}`)].join('\n')
}

/** All groups of a product under its name. */
export function specText(name: string, groups: SpecGroup[]): string {
  return [name, ...groups.map(groupText)].join('\n\n')
}
