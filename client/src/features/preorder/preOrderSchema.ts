import * as z from 'zod/mini'
import { optionalText, requiredEmail, requiredText } from '~/lib/forms'

const atLeastOne = 'Quantity must be at least 1'

/** The message for quantities above the limit. The form shows it with a link to /contact. */
export const tooMany = 'Quantity must be at most 1000. For more units, please contact us.'

/** The pre-order form's rules: company and message are optional; the quantity is 1 to 1000. */
export const preOrderSchema = z.object({
  name: requiredText('Name', 100),
  email: requiredEmail,
  phone: requiredText('Phone', 40),
  company: optionalText('Company', 100),
  quantity: z.coerce
    .number<string>(atLeastOne)
    .check(z.gte(1, atLeastOne), z.lte(1000, tooMany), z.int('Quantity must be a whole number')),
  message: optionalText('Message', 2000),
})

export type PreOrderValues = z.output<typeof preOrderSchema>
