import type { FaqTopic } from '~/lib/schema.gen'
import type { AdminFaqEntryFragment, EditedFaqFragment } from './FaqDraft.gen'

export type Draft = Omit<EditedFaqFragment, ' $fragmentName'>
export type Entry = Omit<AdminFaqEntryFragment, ' $fragmentName'>

/** The topics in the order of /faq, named after the page that shows them too. */
export const topics: Record<FaqTopic, string> = {
  PRODUCTS: 'Products page',
  CONTACT: 'Contact page',
  RESOURCES: 'Resources page',
}

export const topicNames = Object.keys(topics) as FaqTopic[]

/** The label of a change of the FAQ by its name, such as `products: order`. */
export function changeLabel(name: string): string {
  const topic = topicNames.find((topic) => name === `${topic.toLowerCase()}: order`)
  return topic ? `${topics[topic]}: order` : name.replace(/: (question|answer|topic)$/, ' ($1)')
}

/** The entries with those of a topic in another order. Entries that `ids` doesn't name stay in their places. */
export function inOrder(entries: readonly Entry[], ids: readonly string[]): Entry[] {
  const ordered = ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
  let next = 0
  return entries.map((entry) => (ids.includes(entry.id) ? (ordered[next++] ?? entry) : entry))
}

/** The effect of publishing on an entry; undefined if it doesn't change. */
export function stateOf(entry: Entry, published: readonly Entry[]): 'new' | 'changed' | undefined {
  const before = published.find(({ id }) => id === entry.id)
  if (!before) return 'new'
  const parts = ['topic', 'question', 'answer'] as const
  return parts.some((part) => before[part] !== entry[part]) ? 'changed' : undefined
}
