import * as z from 'zod/mini'
import { optionalText, requiredText } from '~/lib/forms'
import type { AdminProductQuery } from './AdminProduct.gen'

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
}

/**
 * The fields of the product's dialog: name, price and stock are required. A product without a price may remain so, for
 * other fields to be changed.
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

/** The initial values of the dialog: those of the product, or empty ones. */
export const valuesOf = (product?: EditedProduct): ProductValues => ({
  name: product?.name ?? '',
  category: product?.category ?? '',
  price: product?.price?.amount ?? '',
  stock: product ? String(product.stock) : '',
})

/** The values as the graph takes them. */
export const productInput = ({ price, stock, ...rest }: ProductValues) => ({
  ...rest,
  price: price || undefined,
  stock: Number(stock),
})
