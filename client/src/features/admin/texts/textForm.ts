import { humanise } from '~/lib/humanise'
import type { TextDocumentInput, TextName } from '~/lib/schema.gen'
import type { EditedTextFragment } from './TextDraft.gen'

export type Draft = Omit<EditedTextFragment, ' $fragmentName'>

/** Labels of the texts. Their names in URLs are in lower case. */
export const textLabels: Record<TextName, string> = {
  HOME: 'Home page',
  PRODUCTS: 'Products',
  ABOUT: 'About us',
  TECHNOLOGIES: 'Technologies',
  SOFTWARE: 'Software',
  RESOURCES: 'Resources',
  CONTACT: 'Contact',
  TERMS: 'Terms',
  PRIVACY: 'Privacy',
  MAILS: 'Emails',
}

/** The text with a name in a URL; undefined if there is none. */
export const textName = (given = '') => {
  const name = given.toUpperCase()
  return name in textLabels && given === given.toLowerCase() ? (name as TextName) : undefined
}

/** The name of a text that has a page. */
export type PageName = Exclude<TextName, 'MAILS'>

export const hasPage = (name: TextName): name is PageName => name !== 'MAILS'

/** The values of the form. */
export type TextValues = {
  title: string
  /** One per line. */
  summary: string
  sections: SectionValues[]
}
type SectionValues = {
  anchor: string
  label: string
  title: string
  body: string
  items: { key: string; title: string; text: string }[]
}

export const textValues = ({
  document: { title, summary, sections },
}: Pick<Draft, 'document'>): TextValues => ({
  title,
  summary: summary.join('\n'),
  sections: sections.map(({ anchor, label, title, body, items }) => ({
    ...{ anchor, label, title, body },
    items: items.map(({ key, title, text }) => ({ key, title, text })),
  })),
})

/** The text as GraphQL input. */
export const textInput = ({ title, summary, sections }: TextValues): TextDocumentInput => ({
  title,
  summary: summary.split('\n').filter((line) => line.trim()),
  sections,
})

/** The path in the form for the path of a server error, such as `document.sections.2.body`. */
export function fieldOf(path: readonly string[] | null): string | undefined {
  const [root, ...rest] = path ?? []
  if (root !== 'document' || rest.length === 0) return undefined
  return rest[0] === 'summary' ? 'summary' : rest.join('.')
}

/** The label of a part of a text by its name in changes, such as `delivery.body`. */
export function partLabel(name: string): string {
  const [section = '', part] = name.split('.')
  return part ? `${humanise(section.replaceAll('-', '_'))}: ${part}` : humanise(name)
}

/** The parts of a text that are merged as a whole, by their names, as JSON. */
function partsOf({ title, summary, sections }: TextValues): Map<string, string> {
  const parts = new Map([
    ['title', JSON.stringify(title)],
    ['summary', JSON.stringify(summary)],
  ])
  const keys = sections.map((section) => {
    // Anchors may be equal while they are being typed.
    let key = `#${section.anchor}`
    while (parts.has(key)) key += '#'
    parts.set(key, JSON.stringify(section))
    return key
  })
  return parts.set('order', JSON.stringify(keys))
}

/**
 * Merges the changes of two editors to the same text. Where both have changed a part differently, `mine` wins and the
 * part is named in `both`.
 */
export function mergeTexts(base: TextValues, mine: TextValues, theirs: TextValues) {
  const [before, ours, others] = [base, mine, theirs].map(partsOf) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ]
  const both: string[] = []
  const merged = new Map<string, string>()
  for (const key of new Set([...ours.keys(), ...others.keys()])) {
    const [b, m, t] = [before.get(key), ours.get(key), others.get(key)]
    const conflict = m !== b && t !== b && m !== t
    if (conflict && key !== 'order') both.push(nameOf(key, m ?? t ?? ''))
    const value = m === b ? t : m
    if (value !== undefined) merged.set(key, value)
  }
  const order: string[] = JSON.parse(merged.get('order') ?? '[]')
  const rest = [...merged.keys()].filter((key) => key.startsWith('#') && !order.includes(key))
  const values: TextValues = {
    title: JSON.parse(merged.get('title') ?? '""'),
    summary: JSON.parse(merged.get('summary') ?? '""'),
    sections: [...order, ...rest].flatMap((key) => {
      const section = merged.get(key)
      return section ? [JSON.parse(section) as SectionValues] : []
    }),
  }
  return { values, both }
}

const nameOf = (key: string, json: string) =>
  key.startsWith('#') ? (JSON.parse(json) as SectionValues).title || key.slice(1) : humanise(key)
