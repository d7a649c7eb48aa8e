type Text = {
  /** The name as words, unless given. */
  label?: string
  hint?: string
  /** The maximum length, which the server checks, too. */
  max: number
  /** The lines of a field with several. */
  rows?: number
}

/**
 * The texts of a product that its dialog shows below the picture, by their names in the graph. The form, its rules, what
 * is read and what is sent follow; `npm run codegen` makes the fragment EditedTexts.
 */
export const productTexts = {
  shortDesc: { label: 'Short description', hint: 'One or two sentences for lists', max: 500, rows: 2 },
  description: { max: 20_000, rows: 6 },
} as const satisfies Record<string, Text>

export type TextName = keyof typeof productTexts

export const textNames = Object.keys(productTexts) as TextName[]

export const textOf = (name: TextName): Text => productTexts[name]
