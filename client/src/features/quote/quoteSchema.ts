import * as z from 'zod/mini'
import { optionalText, requiredEmail, requiredText } from '~/lib/forms'
import { parseGrams, partMassRule } from '~/lib/partMass'

const quantityRange = 'Quantity must be between 1 and 100'

/** The form's rules, which equal the server's. */
export const quoteSchema = z
  .object({
    quantity: z.coerce
      .number<string>(quantityRange)
      .check(z.gte(1, quantityRange), z.lte(100, quantityRange), z.int('Quantity must be a whole number')),
    plan: z.enum(['', 'RENTAL', 'PURCHASE', 'SERVICE']),
    name: requiredText('Name', 100),
    company: optionalText('Company', 100),
    email: requiredEmail,
    vatNumber: optionalText('VAT number', 40),
    purchaseOrderNumber: optionalText('Purchase order number', 50),
    partMass: z.string().check(z.refine((text) => parseGrams(text) !== undefined, partMassRule)),
  })
  .check(
    z.refine(({ company, vatNumber }) => !vatNumber || company, {
      path: ['company'],
      error: 'Company is required with a VAT number',
    }),
  )

export type QuoteFields = z.input<typeof quoteSchema>
export type QuoteValues = z.output<typeof quoteSchema>
