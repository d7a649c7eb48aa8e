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
