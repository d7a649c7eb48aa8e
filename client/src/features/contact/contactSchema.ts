import * as z from 'zod/mini'
import { requiredEmail, requiredText } from '~/lib/forms'

/** The contact form's rules: every field is required. */
export const contactSchema = z.object({
  name: requiredText('Name', 100),
  email: requiredEmail,
  subject: requiredText('Subject', 200),
  message: requiredText('Message', 5000),
})

export type ContactValues = z.output<typeof contactSchema>
