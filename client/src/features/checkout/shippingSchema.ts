import * as z from 'zod/mini'
import { optionalText, requiredText } from '~/lib/forms'

/** What every address has; whether a postal code is one of its country the server says. */
export const placeShape = {
  address: requiredText('Address', 200),
  city: requiredText('City', 100),
  postalCode: requiredText('Postal code', 20),
  country: requiredText('Country', 2),
}

/** The rules of a shipping address. */
export const shippingSchema = z.object({
  ...placeShape,
  recipient: optionalText('Recipient', 100),
  company: optionalText('Company', 100),
  phone: optionalText('Phone', 40),
  notes: optionalText('Delivery notes', 500),
})

export type Shipping = z.output<typeof shippingSchema>

export const shippingFields = Object.keys(shippingSchema.shape) as (keyof Shipping)[]

export function blankShipping(country: string): Shipping {
  return {
    address: '',
    city: '',
    postalCode: '',
    country,
    recipient: '',
    company: '',
    phone: '',
    notes: '',
  }
}

/** The values of an address alone, of whatever else has them. */
export function shippingOf(from: Shipping): Shipping {
  return Object.fromEntries(shippingFields.map((name) => [name, from[name]])) as Shipping
}

export function sameShipping(one: Shipping, other: Shipping): boolean {
  return shippingFields.every((name) => one[name] === other[name])
}
