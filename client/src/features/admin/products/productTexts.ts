type Text = {
  /** The name as words, unless given. */
  label?: string
  hint?: string
  markdown?: true
  /** The height of a field with several lines. */
  rows?: number
}

/**
 * The texts of a product that its editor has among the basics, by their names in GraphQL. The form, its queries and its
 * mutations are derived from them; `npm run codegen` writes the fragment EditedTexts.
 */
const productTexts = {
  shortDesc: { label: 'Short description', hint: 'One or two sentences for lists', rows: 2 },
  description: { markdown: true, rows: 6 },
} as const satisfies Record<string, Text>

export type TextName = keyof typeof productTexts

export const textNames = Object.keys(productTexts) as TextName[]

export const textOf = (name: TextName): Text => productTexts[name]
