import * as z from 'zod/mini'
import { optionalText } from '~/lib/forms'

const choose = 'Please choose a rating'

/** The form's rules; the comment may be empty, as on the server. */
export const reviewSchema = z.object({
  rating: z.coerce.number<string | number | null>(choose).check(z.gte(1, choose), z.lte(5, choose)),
  comment: optionalText('Comment', 2000),
})

export type ReviewInput = z.input<typeof reviewSchema>
export type ReviewValues = z.output<typeof reviewSchema>
