import type { PageTextFragment } from './PageText.gen'

/** The text of a page with a layout of its own. */
export type PageText = Omit<PageTextFragment, ' $fragmentName'>
export type TextSection = PageText['sections'][number]

const none: TextSection = { anchor: '', label: '', title: '', html: '', items: [] }

/** Finds a section of a text. A missing one is returned as empty, which pages don't show. */
export const sectionOf = (text: PageText | null | undefined, anchor: string): TextSection =>
  text?.sections.find((section) => section.anchor === anchor) ?? none

/** The entries of a section's list that have a title, with the page's data for each key. */
export function itemsOf<Known>({ items }: TextSection, known: Readonly<Record<string, Known>>) {
  return items.flatMap(({ key: id, title, text }) => {
    const own = known[id]
    return own && title ? [{ id, title, text, own }] : []
  })
}
