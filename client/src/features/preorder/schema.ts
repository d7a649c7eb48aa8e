import * as z from 'zod/mini'
import { optionalText, requiredEmail, requiredText } from '~/lib/forms'

const quantityRange = 'Quantity must be between 1 and 1000'

/** The pre-order form's rules (spec 5). */
export const preOrderSchema = z.object({
  name: requiredText('Name', 100),
  email: requiredEmail,
  phone: requiredText('Phone', 40),
  company: optionalText('Company', 100),
  quantity: z.coerce
    .number<string>(quantityRange)
    .check(z.gte(1, quantityRange), z.lte(1000, quantityRange), z.int('Quantity must be a whole number')),
  message: optionalText('Message', 2000),
})

export type PreOrderValues = z.output<typeof preOrderSchema>
