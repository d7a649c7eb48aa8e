import * as z from 'zod/mini'
import { emptyDraft } from './draft'

function text(label: string, limit: number) {
  return z.string().check(z.trim(), z.maxLength(limit, `${label} must have at most ${limit} characters`))
}

function required(label: string, limit: number) {
  return text(label, limit).check(z.minLength(1, `${label} is required`))
}

const quantityRange = 'Quantity must be between 1 and 1000'

/** The rules and the sentences of the server, so that most mistakes are told without asking it (spec 5). */
export const preOrderSchema = z.object({
  name: required('Name', 100),
  email: required('Email', 254).check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address'),
  ),
  phone: required('Phone', 40),
  company: text('Company', 100),
  quantity: z.coerce
    .number<string>(quantityRange)
    .check(z.gte(1, quantityRange), z.lte(1000, quantityRange), z.int('Quantity must be a whole number')),
  message: text('Message', 2000),
})

export type PreOrderValues = z.output<typeof preOrderSchema>

/** Whether the server's name of a field is one of this form's. */
export function isFormField(name: string | undefined): name is keyof typeof emptyDraft {
  return name !== undefined && name in emptyDraft
}
