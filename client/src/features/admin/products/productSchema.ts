import * as z from 'zod/mini'
import { optionalText, requiredText } from '~/lib/forms'
import { sentence } from '~/lib/sentence'
import type { AdminProductQuery } from './AdminProduct.gen'
import { engineeringShape, engineeringValues } from './engineering'
import { type TextName, textNames, textOf } from './productTexts'

export const textLabel = (name: TextName) => textOf(name).label ?? sentence(name)

const eachText = <Value>(value: (name: TextName) => Value) =>
  Object.fromEntries(textNames.map((name) => [name, value(name)])) as Record<TextName, Value>

const mostStock = 1_000_000

const price = z.string().check(z.trim())
const decimal = z.regex(/^\d+(\.\d{1,2})?$/, 'Price must be a number such as 25999.00')

const shape = {
  name: requiredText('Name', 200),
  stock: z.string().check(
    z.trim(),
    z.minLength(1, { error: 'Stock is required', abort: true }),
    z.refine((text) => /^\d+$/.test(text) && Number(text) <= mostStock, {
      error: `Stock must be a whole number between 0 and ${mostStock}`,
    }),
  ),
  category: optionalText('Category', 200),
  ...eachText((name) => optionalText(textLabel(name), textOf(name).max)),
  tags: z.string(),
  isPreorder: z.boolean(),
  comingSoon: z.boolean(),
  listed: z.boolean(),
  ...engineeringShape,
}

/** What a new product starts with, of the fields that the form has as the graph has them. */
const blank = {
  name: '',
  category: '',
  ...eachText(() => ''),
  isPreorder: false,
  comingSoon: false,
  listed: true,
}

const unchanged = (from: typeof blank) =>
  Object.fromEntries(
    Object.keys(blank).map((name) => [name, from[name as keyof typeof blank]]),
  ) as typeof blank

/**
 * The product form: name, price and stock are required. What has no price yet may stay without one, so that its
 * other fields can be changed.
 */
export function productSchema(unpriced: boolean) {
  return z.object({
    ...shape,
    price: unpriced
      ? z.union([price.check(decimal), z.literal('')], { error: 'Price must be a number such as 25999.00' })
      : price.check(z.minLength(1, { error: 'Price is required', abort: true }), decimal),
  })
}

export type ProductValues = z.infer<ReturnType<typeof productSchema>>

export const productFields = [...Object.keys(shape), 'price'] as (keyof ProductValues)[]

export type EditedProduct = NonNullable<AdminProductQuery['product']>

/** What the form starts with: the product, or nothing yet. */
export function valuesOf(product?: EditedProduct): ProductValues {
  return {
    ...unchanged(product ?? blank),
    price: product?.price?.amount ?? '',
    stock: product ? String(product.stock) : '',
    tags: product?.tags.join(', ') ?? '',
    ...engineeringValues(product?.engineering),
  }
}

/** The values as the graph takes them, the figures for the fit check aside. */
export function productInput(values: ProductValues) {
  return {
    ...unchanged(values),
    price: values.price || undefined,
    stock: Number(values.stock),
    tags: values.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  }
}
