import { humanise } from '~/lib/humanise'
import type { DocumentFormat, DocumentKind, ProductContentInput, ProductUpdateInput } from '~/lib/schema.gen'
import {
  type EngineeringValues,
  engineeringInput,
  engineeringProblems,
  engineeringValues,
} from './engineering'
import { type MotionValues, motionField, motionInput, motionProblems, motionValues } from './motion'
import type { EditedContentFragment, EditedPlanFragment, ProductDraftQuery } from './ProductDraft.gen'
import { type TextName, textNames, textOf } from './productTexts'

export type Draft = NonNullable<ProductDraftQuery['productDraft']>

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
  /** One entry per line. */
  features: string
  popular: boolean
}

export const planKinds = ['rental', 'purchase', 'service'] as const

/** The values that can be copied from another product. */
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
  /** Values of attributes that are not built in. */
  attributes: { id: string; value: string }[]
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

/** The values of a product's content. */
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
    attributes: product.attributes.flatMap(({ attribute: { id, kind, symbol, builtIn }, value, text }) =>
      builtIn ? [] : { id, value: kind === 'NUMBER' && symbol ? text : value },
    ),
  }
}

/** The form's fields by their names in GraphQL. */
export type ProductValues = ContentValues &
  Record<TextName, string> & {
    name: string
    category: string
    price: string
    preorderLimit: string
    featuredPlace: string
    isPreorder: boolean
    comingSoon: boolean
    listed: boolean
    /** Separated by commas. */
    tags: string
    /** The main picture is the first one. One that is new has the ID of its upload. */
    pictures: { url: string; alt: string; id?: string }[]
    /** One that is new has the ID of its upload. */
    documents: {
      kind: DocumentKind
      title: string
      url: string
      format: DocumentFormat
      bytes: number
      language: string
      id?: string
    }[]
    /** Without a URL there is no film. Duration and size of films in the program are unknown. */
    video: {
      url: string
      alt: string
      poster: string
      captions: string
      captionsLanguage: string
      width: number | null
      height: number | null
      seconds: number | null
      bytes: number | null
    }
    engineering: EngineeringValues
    motion: MotionValues
  }

export const noFilm: ProductValues['video'] = {
  ...{ url: '', alt: '', poster: '', captions: '', captionsLanguage: '' },
  ...{ width: null, height: null, seconds: null, bytes: null },
}

type Name = keyof ProductValues

/** All pictures, the main one first. */
function picturesOf({ image, images }: Pick<Draft['product'], 'image' | 'images'>) {
  const isMain = ({ url }: { url: string }) => url === image?.url
  return [...images.filter(isMain), ...images.filter((picture) => !isMain(picture))].map(({ url, alt }) => ({
    url,
    alt,
  }))
}

/** The values of a draft. A price or an attribute that is not a number is only in the draft's changes. */
export function productValues({ product, changes }: Draft): ProductValues {
  const price = changes.find(({ name }) => name === 'price')
  const attributes = changes.find(({ name }) => name === 'attributes')
  const texts = Object.fromEntries(textNames.map((name) => [name, product[name]])) as Record<TextName, string>
  return {
    ...contentValues(product),
    ...(attributes && { attributes: JSON.parse(attributes.after) ?? [] }),
    ...texts,
    name: product.name,
    category: product.category,
    price: price ? String(JSON.parse(price.after) ?? '') : (product.price?.amount ?? ''),
    preorderLimit: String(product.preorderLimit),
    featuredPlace: String(product.featuredPlace),
    isPreorder: product.isPreorder,
    comingSoon: product.comingSoon,
    listed: product.listed,
    tags: product.tags.join(', '),
    pictures: picturesOf(product),
    documents: product.documents.map(({ kind, title, url, format, bytes, language }) => ({
      ...{ kind, title, url, format, bytes, language },
    })),
    video: product.video ? filmValues(product.video) : noFilm,
    engineering: engineeringValues(product.engineering),
    motion: motionValues(product.motion),
  }
}

const filmValues = (film: NonNullable<Draft['product']['video']>): ProductValues['video'] => ({
  ...{ url: film.url, alt: film.alt, poster: film.poster ?? '', captions: film.captions ?? '' },
  captionsLanguage: film.captionsLanguage ?? (film.captions ? 'en' : ''),
  ...{ width: film.width, height: film.height, seconds: film.seconds, bytes: film.bytes },
})

/** The film as GraphQL input; undefined if there is none. */
const filmInput = ({ url, alt, poster, captions, captionsLanguage }: ProductValues['video']) =>
  url ? { video: { url, alt, poster, captions, captionsLanguage } } : { removeVideo: true }

/** Errors that prevent sending, by path: invalid numbers. Everything else is stored as typed. */
export function problemsOf(
  values: ProductValues,
  changed: readonly Name[],
): [path: string, message: string][] {
  const limit = changed.includes('preorderLimit') && !/^\s*\d{1,6}\s*$/.test(values.preorderLimit)
  return [
    ...(limit ? [['preorderLimit', 'Pre-order limit must be a whole number'] as [string, string]] : []),
    ...(changed.includes('engineering') ? engineeringProblems(values.engineering) : []),
    ...(changed.includes('motion') ? motionProblems(values.motion) : []),
  ]
}

/** Fields that are sent otherwise than with the draft, or in another form. */
type NotOfDraft =
  | 'id'
  | 'stock'
  | 'stockBefore'
  | 'imageId'
  | 'galleryIds'
  | 'video'
  | 'removeVideo'
  | 'content'

/** The changed fields as GraphQL input; others may change the rest at the same time. */
export function changeInput(values: ProductValues, changed: readonly Name[]): Omit<ProductUpdateInput, 'id'> {
  const content: Required<ProductContentInput> = {
    highlights: textsOf(values.highlights),
    plate: values.plate,
    specs: values.specs,
    modules: textsOf(values.modules),
    features: values.features,
    pricing: {
      rental: planInput(values.pricing.rental),
      purchase: planInput(values.pricing.purchase),
      service: planInput(values.pricing.service),
    },
    technical: values.technical.map((group) => ({ title: group.title, items: textsOf(group.items) })),
    seoTitle: values.seoTitle,
    seoDescription: values.seoDescription,
    seoKeywords: split(values.seoKeywords, ','),
    attributes: values.attributes,
    motion: motionInput(values.motion),
  }
  const { name, model, category, price, isPreorder, comingSoon, listed } = values
  const texts = Object.fromEntries(textNames.map((text) => [text, values[text]]))
  const rest: Required<Omit<ProductUpdateInput, NotOfDraft>> = {
    ...(texts as Record<TextName, string>),
    ...{ name, model, category, price, isPreorder, comingSoon, listed },
    preorderLimit: Number(values.preorderLimit),
    featuredPlace: Number(values.featuredPlace),
    pictures: values.pictures.map(({ id, url, alt }) => (id ? { uploadId: id, alt } : { url, alt })),
    documents: values.documents.map(({ id, url, kind, title, language }) => ({
      ...(id ? { uploadId: id } : { url }),
      ...{ kind, title, language },
    })),
    tags: split(values.tags, ','),
    engineering: engineeringInput(values.engineering),
  }
  const chosen = <T extends object>(all: T) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => changed.includes(name as Name)))
  const contents = chosen(content)
  return {
    ...chosen(rest),
    ...(changed.includes('video') && filmInput(values.video)),
    ...(Object.keys(contents).length > 0 && { content: contents }),
  }
}

const supplies: Record<string, string> = {
  minVolts: 'Min',
  maxVolts: 'Max',
  current: 'Current',
  milliamps: 'Milliamps',
}

/** The path in the form for the path of a server error, such as `content.highlights.2`. */
export function fieldOf(path: readonly string[] | null): string | undefined {
  const [root = '', ...names] = path ?? []
  if (root === 'pictures' || root === 'documents' || root === 'video') return path?.join('.')
  if (root === 'engineering') {
    const [name, part] = names
    return `engineering.${name}${(part && supplies[part]) ?? ''}`
  }
  if (root !== 'content') return root in labels ? root : undefined
  if (names.length === 0) return undefined
  if (names[0] === 'motion') return motionField(names.slice(1))
  const isIndex = /^\d+$/.test(names.at(-1) ?? '')
  // A list that is one field of the form, or whose rows are lines of text.
  const whole = names[0] === 'seoKeywords' || names[0] === 'pricing'
  const field = !isIndex ? names : whole ? names.slice(0, -1) : [...names, 'text']
  return field.join('.')
}

/** The form's field for a field in GraphQL. */
export const formField = (name: string) => (name === 'image' || name === 'gallery' ? 'pictures' : name)

/** Labels of the fields by their names in GraphQL. */
export const labels: Record<string, string> = {
  name: 'Name',
  model: 'Model code',
  category: 'Category',
  price: 'Price',
  preorderLimit: 'Pre-order limit',
  featuredPlace: 'Featured on the home page',
  isPreorder: 'Pre-order',
  comingSoon: 'Coming soon',
  listed: 'In the catalogue',
  ...Object.fromEntries(textNames.map((name) => [name, textOf(name).label ?? humanise(name)])),
  tags: 'Tags',
  image: 'Main picture',
  gallery: 'Further pictures',
  video: 'Film',
  documents: 'Documents',
  engineering: 'Figures',
  motion: 'Motion',
  attributes: 'Further figures',
  plate: 'Data plate',
  highlights: 'Highlights',
  modules: 'Modules and parts',
  specs: 'Specifications',
  features: 'Features',
  pricing: 'Payment plans',
  technical: 'Technical details',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
  seoKeywords: 'Keywords',
}
