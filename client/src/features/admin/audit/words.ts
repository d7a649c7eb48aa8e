import { type AuditAction, AuditObject } from '~/lib/schema.gen'
import { sentence } from '~/lib/sentence'

export const actions: Record<AuditAction, string> = {
  CREATED: 'Created',
  CHANGED: 'Changed',
  DELETED: 'Deleted',
}

/** Labels that differ from the names in the schema. */
const labels: Partial<Record<AuditObject, string>> = {
  PRE_ORDER: 'Pre-order',
  FAQ_ENTRY: 'Frequent question',
  USER: 'Account',
  API_KEY: 'API key',
  NEWSLETTER_SUBSCRIBER: 'Newsletter address',
}

export const objects = Object.fromEntries(
  Object.values(AuditObject).map((object) => [object, labels[object] ?? sentence(object)]),
) as Record<AuditObject, string>

/** Identifiers are long; their end tells them apart. */
export const shortId = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id)

/** A value as the log keeps it, for people: text without its quotes, null as a word. */
export function readable(json: string | null): string | null {
  if (json === null) return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'string') return value || '(empty)'
    return value === null ? '(none)' : json
  } catch {
    return json
  }
}

/** The instant at which a day begins where the reader is, days later; undefined for what is no day. */
export function dayStart(day: string, later = 0): string | undefined {
  const date = new Date(`${day}T00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
