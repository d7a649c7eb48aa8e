import { humanise } from '~/lib/humanise'
import type { DocumentFormat, DocumentKind, ProductContentInput, ProductUpdateInput } from '~/lib/schema.gen'
import { engineeringField, engineeringInput, engineeringProblems, engineeringValues } from './engineering'
import { filmInput, filmValues } from './film'
import { motionField, motionInput, motionProblems, motionValues } from './motion'
import type { EditedContentFragment, EditedPlanFragment, ProductDraftQuery } from './ProductDraft.gen'
import { type TextName, textNames, textOf } from './productTexts'

export type Draft = NonNullable<ProductDraftQuery['productDraft']>
export type EditedContent = Omit<EditedContentFragment, ' $fragmentName'>
type Product = Draft['product']
type Plan = Omit<EditedPlanFragment, ' $fragmentName'>

/** A row with one column. */
type Line = { text: string }
/** One that is new has the ID of its upload. */
type Picture = { url: string; alt: string; id?: string }
/** One that is new has the ID of its upload. */
type Document = {
  kind: DocumentKind
  title: string
  url: string
  format: DocumentFormat
  bytes: number
  language: string
  id?: string
}

type Options<Value> = {
  /** Errors that prevent sending, by path in the form. Everything else is stored as typed. */
  problems?: (value: Value) => [path: string, message: string][]
  /** The path in the form for the path of a server error; the same unless given. */
  at?: (path: readonly string[]) => string
}

/**
 * Declares a field of the form that is read from a product of type `From`. `typed` is the changed value of the draft,
 * which the product has only if it is valid.
 */
const declare =
  <From>() =>
  <Value, Input>(
    label: string,
    read: (product: From, typed: unknown) => Value,
    write: (value: Value) => Input,
    { problems = () => [], at = (path) => path.join('.') }: Options<Value> = {},
  ) => ({ label, read, write, problems, at })

const field = declare<Product>()
const copiedField = declare<EditedContent>()

const asIs = <Value>(value: Value) => value
const linesOf = (texts: readonly string[]): Line[] => texts.map((text) => ({ text }))
const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text)
const itemsOf = (items: readonly { label: string; value: string }[]) =>
  items.map(({ label, value }) => ({ label, value }))

/** The entries of a text, without blank ones. */
const split = (text: string, separator = ',') =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean)

const isIndex = (name = '') => /^\d+$/.test(name)
/** The path of a list that is one text in the form. */
const inText = (path: readonly string[]) => (isIndex(path.at(-1)) ? path.slice(0, -1) : path).join('.')
/** The path of a list that is lines of text in the form. */
const inLines = (path: readonly string[]) => (isIndex(path.at(-1)) ? [...path, 'text'] : path).join('.')

export const planKinds = ['rental', 'purchase', 'service'] as const

/** Features are one a line. */
const planValues = (plan: Plan | null) => ({
  offered: plan !== null,
  title: plan?.title ?? '',
  price: plan?.price ?? '',
  period: plan?.period ?? '',
  features: plan?.features.join('\n') ?? '',
  popular: plan?.popular ?? false,
})

const planInput = ({ offered, features, ...plan }: ReturnType<typeof planValues>) =>
  offered ? { ...plan, features: split(features, '\n') } : null

/** All pictures, the main one first. */
const picturesOf = ({ image, images }: Pick<Product, 'image' | 'images'>): Picture[] =>
  images
    .map(({ url, alt }) => ({ url, alt }))
    .sort((a, b) => Number(b.url === image?.url) - Number(a.url === image?.url))

const documentsOf = ({ documents }: Pick<Product, 'documents'>): Document[] =>
  documents.map(({ kind, title, url, format, bytes, language }) => ({
    ...{ kind, title, url, format, bytes, language },
  }))

const productTexts = Object.fromEntries(
  textNames.map((name) => [
    name,
    field(textOf(name).label ?? humanise(name), (product) => product[name], asIs),
  ]),
) as Record<TextName, ReturnType<typeof field<string, string>>>

/** Every name of an input with the function that writes it. */
type Writes<Input> = { [Name in keyof Input]-?: { write: (value: never) => Input[Name] } }

/** Names of ProductUpdateInput that drafts lack, or that the form sends otherwise. */
type Others = 'id' | 'stock' | 'stockBefore' | 'imageId' | 'galleryIds' | 'removeVideo' | 'content'

const basics = {
  name: field('Name', ({ name }) => name, asIs),
  model: field('Model code', ({ model }) => model ?? '', asIs),
  category: field('Category', ({ category }) => category, asIs),
  price: field(
    'Price',
    ({ price }, typed) => (typed === undefined ? (price?.amount ?? '') : String(typed ?? '')),
    asIs,
  ),
  preorderLimit: field('Pre-order limit', ({ preorderLimit }) => String(preorderLimit), Number, {
    problems: (limit) =>
      /^\s*\d{1,6}\s*$/.test(limit) ? [] : [['preorderLimit', 'Pre-order limit must be a whole number']],
  }),
  featuredPlace: field('Featured on the home page', ({ featuredPlace }) => String(featuredPlace), Number),
  isPreorder: field('Pre-order', ({ isPreorder }) => isPreorder, asIs),
  comingSoon: field('Coming soon', ({ comingSoon }) => comingSoon, asIs),
  listed: field('In the catalogue', ({ listed }) => listed, asIs),
  ...productTexts,
  tags: field('Tags', ({ tags }) => tags.join(', '), split, { at: inText }),
  pictures: field('Pictures', picturesOf, (pictures) =>
    pictures.map(({ id, url, alt }) => (id ? { uploadId: id, alt } : { url, alt })),
  ),
  video: field('Film', ({ video }) => filmValues(video), filmInput),
  documents: field('Documents', documentsOf, (documents) =>
    documents.map(({ id, url, kind, title, language }) => ({
      ...(id ? { uploadId: id } : { url }),
      ...{ kind, title, language },
    })),
  ),
  engineering: field('Figures', ({ engineering }) => engineeringValues(engineering), engineeringInput, {
    problems: engineeringProblems,
    at: ([, ...path]) => engineeringField(path),
  }),
} satisfies Writes<Omit<ProductUpdateInput, Others>>

/** The fields that can be copied from another product. */
const copied = {
  attributes: copiedField(
    'Further figures',
    ({ attributes }, typed) =>
      typed === undefined
        ? attributes.flatMap(({ attribute: { id, kind, symbol, builtIn }, value, text }) =>
            builtIn ? [] : { id, value: kind === 'NUMBER' && symbol ? text : value },
          )
        : ((typed ?? []) as { id: string; value: string }[]),
    asIs,
  ),
  plate: copiedField('Data plate', ({ plate }) => itemsOf(plate), asIs),
  highlights: copiedField('Highlights', ({ highlights }) => linesOf(highlights), textsOf, { at: inLines }),
  modules: copiedField('Modules and parts', ({ modules }) => linesOf(modules), textsOf, { at: inLines }),
  specs: copiedField(
    'Specifications',
    ({ specs }) => specs.map(({ title, items }) => ({ title, items: itemsOf(items) })),
    asIs,
  ),
  features: copiedField(
    'Features',
    ({ features }) => features.map(({ title, icon, description }) => ({ title, icon, description })),
    asIs,
  ),
  pricing: copiedField(
    'Payment plans',
    ({ pricing: { rental, purchase, service } }) => ({
      ...{ rental: planValues(rental), purchase: planValues(purchase), service: planValues(service) },
    }),
    ({ rental, purchase, service }) => ({
      ...{ rental: planInput(rental), purchase: planInput(purchase), service: planInput(service) },
    }),
    { at: inText },
  ),
  technical: copiedField(
    'Technical details',
    ({ technical }) => technical.map(({ title, items }) => ({ title, items: linesOf(items) })),
    (groups) => groups.map(({ title, items }) => ({ title, items: textsOf(items) })),
    { at: inLines },
  ),
  seoTitle: copiedField('Title for search engines', ({ seoTitle }) => seoTitle, asIs),
  seoDescription: copiedField('Description for search engines', ({ seoDescription }) => seoDescription, asIs),
  seoKeywords: copiedField('Keywords', ({ seoKeywords }) => seoKeywords.join(', '), split, { at: inText }),
}

const content = {
  ...copied,
  motion: field('Motion', ({ motion }) => motionValues(motion), motionInput, {
    problems: motionProblems,
    at: ([, ...path]) => motionField(path),
  }),
} satisfies Writes<ProductContentInput>

/** The fields by their names in GraphQL, in which these are unique. */
const fields = { ...basics, ...content }

type Values<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { write: (value: infer Value) => unknown } ? Value : never
}
export type ProductValues = Values<typeof fields>
type Name = keyof ProductValues

/** The field of a name, without the type of its value. */
const declared = (name: string) =>
  (fields as unknown as Record<string, ReturnType<typeof field<unknown, unknown>>>)[name]

const read = (names: readonly string[], product: unknown, typed: Record<string, unknown> = {}) =>
  Object.fromEntries(names.map((name) => [name, declared(name)?.read(product as Product, typed[name])]))

/** The values of a product that can be copied. */
export const contentValues = (product: EditedContent) =>
  read(Object.keys(copied), product) as Values<typeof copied>

/** The values of a draft. */
export function productValues({ product, changes }: Draft): ProductValues {
  const typed = Object.fromEntries(changes.map(({ name, after }) => [name, JSON.parse(after)]))
  return read(Object.keys(fields), product, typed) as ProductValues
}

/** Errors that prevent sending, by path. */
export const problemsOf = (values: ProductValues, changed: readonly Name[]) =>
  changed.flatMap((name) => declared(name)?.problems(values[name]) ?? [])

/** The changed fields as GraphQL input; others may change the rest at the same time. */
export function changeInput(values: ProductValues, changed: readonly Name[]): Omit<ProductUpdateInput, 'id'> {
  const written = (names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, declared(name)?.write(values[name])]))
  const contents = changed.filter((name) => name in content)
  return {
    ...written(changed.filter((name) => name in basics)),
    ...(changed.includes('video') && !values.video.url && { removeVideo: true }),
    ...(contents.length > 0 && { content: written(contents) }),
  }
}

/** The path in the form for the path of a server error, such as `content.highlights.2`. */
export function fieldOf(path: readonly string[] | null): string | undefined {
  const names = (path?.[0] === 'content' ? path.slice(1) : path) ?? []
  return declared(names[0] ?? '')?.at(names)
}

const pictureLabels: Record<string, string> = { image: 'Main picture', gallery: 'Further pictures' }

/** The form's field for a field in GraphQL. */
export const formField = (name: string) => (name in pictureLabels ? 'pictures' : name)

/** The label of a field in GraphQL. */
export const labelOf = (name: string) => pictureLabels[name] ?? declared(name)?.label ?? name
