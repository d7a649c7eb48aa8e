import * as z from 'zod/mini'
import { optionalNumber } from '~/features/admin/kit/fields'
import { requiredText } from '~/lib/forms'
import type { Scope } from '~/lib/schema.gen'

/** A new key. Without an expiry date it is valid until it is revoked; blank limits are the default ones. */
export const keySchema = z.object({
  name: requiredText('Name', 100),
  scopes: z.array(z.string()),
  expiresAt: z.string(),
  requests: optionalNumber('Requests a minute', 6000),
  cost: optionalNumber('Cost a minute', 1_000_000),
})

type KeyValues = z.infer<typeof keySchema>

export const noKey: KeyValues = { name: '', scopes: [], expiresAt: '', requests: '', cost: '' }

/** The values as GraphQL input. A key is valid until the end of its last day in the user's time zone. */
export function keyInput({ name, scopes, expiresAt, requests, cost }: KeyValues) {
  return {
    name,
    scopes: scopes as Scope[],
    expiresAt: expiresAt ? new Date(`${expiresAt}T23:59:59`).toISOString() : undefined,
    requests: requests ? Number(requests) : undefined,
    cost: cost ? Number(cost) : undefined,
  }
}
