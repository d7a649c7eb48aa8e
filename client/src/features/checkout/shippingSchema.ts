import * as z from 'zod/mini'
import { optionalText, requiredText } from '~/lib/forms'

/** The fields of every address; whether a postal code is valid in its country is left to the server. */
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
