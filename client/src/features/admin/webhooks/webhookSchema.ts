import * as z from 'zod/mini'
import { requiredText } from '~/lib/forms'

/** A new webhook. Without kinds it receives all. */
export const webhookSchema = z.object({
  url: requiredText('URL', 2000).check(
    z.refine((text) => text === '' || /^https?:\/\/[^/]/i.test(text), {
      error: 'The URL must be one of https:// or http://, without a name or password in it',
    }),
  ),
  kinds: z.array(z.string()),
})

type WebhookValues = z.infer<typeof webhookSchema>

export const noWebhook: WebhookValues = { url: '', kinds: [] }
