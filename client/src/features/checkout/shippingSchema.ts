import * as z from 'zod/mini'
import { requiredText } from '~/lib/forms'

/** The rules of a shipping address; whether a postal code is one of its country the server says. */
export const shippingSchema = z.object({
  address: requiredText('Address', 200),
  city: requiredText('City', 100),
  postalCode: requiredText('Postal code', 20),
  country: requiredText('Country', 2),
})

export type Shipping = z.output<typeof shippingSchema>

export const shippingFields = Object.keys(shippingSchema.shape) as (keyof Shipping)[]
