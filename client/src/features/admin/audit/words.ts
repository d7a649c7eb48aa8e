import { humanise } from '~/lib/humanise'
import { type AuditAction, AuditObject } from '~/lib/schema.gen'

export const actions: Record<AuditAction, string> = {
  CREATED: 'Created',
  CHANGED: 'Changed',
  DELETED: 'Deleted',
}

/** Labels that differ from the names in the schema. */
const labels: Partial<Record<AuditObject, string>> = {
  PRE_ORDER: 'Pre-order',
  FAQ_ENTRY: 'FAQ entry',
  STATEMENT: 'Bank statement',
  ONLINE_MOVEMENT: 'Online payment',
  USER: 'Account',
  API_KEY: 'API key',
  NEWSLETTER_SUBSCRIBER: 'Newsletter address',
}

export const objects = Object.fromEntries(
  Object.values(AuditObject).map((object) => [object, labels[object] ?? humanise(object)]),
) as Record<AuditObject, string>

/** The end of a long ID, which distinguishes it. */
export const shortId = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id)
