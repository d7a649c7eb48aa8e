export type SpecGroup = { title: string; items: { label: string; value: string }[] }

/** Replaces whitespace, which would break a value's cell. */
const cell = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A group as spreadsheets accept it: its title, then one tab-separated line per value. */
export function groupText({ title, items }: SpecGroup): string {
  return [title, ...items.map(({ label, value }) => `${cell(label)}\t${cell(value)}`)].join('\n')
}

/** All groups of a product below its name. */
export function specText(name: string, groups: SpecGroup[]): string {
  return [name, ...groups.map(groupText)].join('\n\n')
}
