type Text = {
  /** The name as words, unless given. */
  label?: string
  hint?: string
  markdown?: true
  /** The lines of a field with several. */
  rows?: number
}

/**
 * The texts of a product that its page edits among the basics, by their names in the graph. The form, what is read and
 * what is sent follow; `npm run codegen` makes the fragment EditedTexts.
 */
const productTexts = {
  shortDesc: { label: 'Short description', hint: 'One or two sentences for lists', rows: 2 },
  description: { markdown: true, rows: 6 },
} as const satisfies Record<string, Text>

export type TextName = keyof typeof productTexts

export const textNames = Object.keys(productTexts) as TextName[]

export const textOf = (name: TextName): Text => productTexts[name]
