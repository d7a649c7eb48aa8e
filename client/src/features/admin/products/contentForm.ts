import type { ProductContentInput } from '~/lib/schema.gen'
import type { EditedContentFragment, EditedPlanFragment } from './ProductContent.gen'

export type EditedContent = Omit<EditedContentFragment, ' $fragmentName'>

type Plan = Omit<EditedPlanFragment, ' $fragmentName'>

/** A row with one column. */
type Line = { text: string }
type Item = { label: string; value: string }
type PlanValues = {
  offered: boolean
  title: string
  price: string
  period: string
  /** One entry a line. */
  features: string
  popular: boolean
}

export const planKinds = ['rental', 'purchase', 'service'] as const

/** The content form's fields. */
export type ContentValues = {
  model: string
  highlights: Line[]
  plate: Item[]
  specs: { title: string; items: Item[] }[]
  modules: Line[]
  features: { title: string; icon: string; description: string }[]
  pricing: Record<(typeof planKinds)[number], PlanValues>
  technical: { title: string; items: Line[] }[]
  seoTitle: string
  seoDescription: string
  /** Separated by commas. */
  seoKeywords: string
}

const linesOf = (texts: readonly string[]): Line[] => texts.map((text) => ({ text }))
const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text)

/** The entries of a text, without blank ones. */
const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)

const planValues = (plan: Plan | null): PlanValues => ({
  offered: plan !== null,
  title: plan?.title ?? '',
  price: plan?.price ?? '',
  period: plan?.period ?? '',
  features: plan?.features.join('\n') ?? '',
  popular: plan?.popular ?? false,
})

const planInput = ({ offered, features, ...plan }: PlanValues) =>
  offered ? { ...plan, features: split(features, '\n') } : null

const items = (all: readonly Item[]): Item[] => all.map(({ label, value }) => ({ label, value }))

/** A product's content as the form has it. */
export function contentValues(product: EditedContent): ContentValues {
  const { rental, purchase, service } = product.pricing
  return {
    model: product.model ?? '',
    highlights: linesOf(product.highlights),
    plate: items(product.plate),
    specs: product.specs.map((group) => ({ title: group.title, items: items(group.items) })),
    modules: linesOf(product.modules),
    features: product.features.map(({ title, icon, description }) => ({ title, icon, description })),
    pricing: { rental: planValues(rental), purchase: planValues(purchase), service: planValues(service) },
    technical: product.technical.map((group) => ({ title: group.title, items: linesOf(group.items) })),
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    seoKeywords: product.seoKeywords.join(', '),
  }
}

/** The input of the mutation: the fields that `changed` names, as others may change the rest at the same time. */
export function contentInput(
  values: ContentValues,
  changed: readonly (keyof ContentValues)[],
): { model?: string; content: ProductContentInput } {
  const { model, pricing, ...rest } = values
  const all: ProductContentInput = {
    ...rest,
    highlights: textsOf(values.highlights),
    modules: textsOf(values.modules),
    pricing: {
      rental: planInput(pricing.rental),
      purchase: planInput(pricing.purchase),
      service: planInput(pricing.service),
    },
    technical: values.technical.map((group) => ({ title: group.title, items: textsOf(group.items) })),
    seoKeywords: split(values.seoKeywords, ','),
  }
  const content = Object.fromEntries(
    Object.entries(all).filter(([name]) => changed.includes(name as keyof ContentValues)),
  )
  return { ...(changed.includes('model') && { model }), content }
}

/** The path of the field that an error of the server names, such as `content.highlights.2`. */
export function fieldOf(path: readonly string[] | null): string | undefined {
  const [root, ...names] = path ?? []
  if (root === 'model') return 'model'
  if (root !== 'content' || names.length === 0) return undefined
  const isIndex = /^\d+$/.test(names.at(-1) ?? '')
  // A list that is one field of the form, or whose rows are lines of text.
  const whole = names[0] === 'seoKeywords' || names[0] === 'pricing'
  const field = !isIndex ? names : whole ? names.slice(0, -1) : [...names, 'text']
  return field.join('.')
}
