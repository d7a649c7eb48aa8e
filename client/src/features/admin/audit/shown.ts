import type { Change } from '~/features/admin/kit/Changes'
import { readable } from '~/features/admin/kit/readable'
import { settingsLabel } from '~/features/admin/kit/settingsLabels'
import { formatDate, formatMoney, formatTime } from '~/lib/format'
import { humanise } from '~/lib/humanise'
import type { AuditObject } from '~/lib/schema.gen'
import { orderStatuses } from '~/lib/statuses'

/** What only programs read, and what the entry or the object's screen says. */
const hidden = [
  ...[
    'id',
    'created_at',
    'updated_at',
    'changed_at',
    'version',
    'search_text',
    'document',
    'currency',
    'content',
  ],
  ...['position', 'object', 'object_id', 'worker', 'worker_attempt', 'rating_sum'],
]

/** Labels of the screens that differ from the column's name, without its unit. */
const labels: Readonly<Record<string, string>> = {
  preorder_limit: 'Pre-order limit',
  is_preorder: 'Pre-order',
  video: 'Film',
  staff_role_id: 'Staff role',
  role_id: 'Staff role',
  needs_factor: 'Second factor required',
  scopes: 'Permissions',
  kinds: 'Events',
  url: 'URL',
  revoked_at: 'Revoked',
  vat_number: 'VAT number',
  total_minor: 'Total',
  shipping_minor: 'Shipping',
  tax_percent: 'Tax in %',
  remind_at: 'Reminder to pay',
  due_reminder_at: 'Reminder when due',
  booked_minor: 'Booked amount',
  tracking_url: 'Tracking link',
  model: 'Model code',
  short_desc: 'Short description',
  featured_place: 'Featured on the home page',
  listed: 'In the catalogue',
  image: 'Main picture',
  gallery: 'Further pictures',
  engineering: 'Figures',
  attributes: 'Further figures',
  plate: 'Data plate',
  modules: 'Modules and parts',
  specs: 'Specifications',
  pricing: 'Payment plans',
  technical: 'Technical details',
  seoTitle: 'Title for search engines',
  seoDescription: 'Description for search engines',
  seoKeywords: 'Keywords',
}

const label = (name: string) => labels[name] ?? humanise(name.replace(/_(minor|at|on|id)$/, ''))

const isUUID = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** An amount of minor units in a currency, which may have none. */
function money(minor: number, currency: string) {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return formatMoney({ amount: (minor / 10 ** digits).toFixed(digits), currency })
}

type Known = {
  /** The shop's currency. */
  currency: string
  /** Names of objects by ID. */
  names: ReadonlyMap<string, string>
}

/** The word of a status or another constant. */
const word = (name: string) =>
  orderStatuses[name as keyof typeof orderStatuses] ?? humanise(name).replace('preorders', 'pre-orders')

/** A stored value in words; undefined for an ID without a known name. */
function inWords(name: string, json: string, { currency, names }: Known): string | undefined {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'number' && name.endsWith('_minor')) return money(value, currency)
  if (typeof value === 'string') {
    if (isUUID(value)) return names.get(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${formatDate(value)}, ${formatTime(value)}`
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(value, 'UTC')
    if (['status', 'state', 'role', 'source', 'kind'].includes(name)) return word(value)
  }
  if (name === 'scopes' && Array.isArray(value)) return value.map(word).join(', ') || '(none)'
  return readable(json) ?? ''
}

/** The members of an object that differ, as changes of their own. */
function members({ before, after }: Change): Change[] {
  const read = (json: string | null) => JSON.parse(json ?? '{}') as Record<string, unknown>
  const [old, now] = [read(before), read(after)]
  const text = (value: unknown) => JSON.stringify(value ?? null)
  return Object.keys({ ...old, ...now })
    .filter((name) => text(old[name]) !== text(now[name]))
    .map((name) => ({ name, before: before && text(old[name]), after: after && text(now[name]) }))
}

/** The changes of an entry as the screens show them: labels, amounts, dates, names. */
export function shownChanges(
  { object, changes }: { object: AuditObject; changes: readonly Change[] },
  known: Known,
): Change[] {
  const own = changes.find(({ name }) => name === 'currency')
  const currency: unknown = JSON.parse(own?.after ?? own?.before ?? 'null')
  const its = typeof currency === 'string' ? { ...known, currency } : known
  return changes
    .flatMap((change) => (object === 'PRODUCT' && change.name === 'content' ? members(change) : [change]))
    .filter(({ name }) => !hidden.includes(name) && !(object === 'TEXT' && name === 'name'))
    .flatMap(({ name, before, after }) => {
      const [old, now] = [before, after].map((json) => json && inWords(name, json, its))
      if (old === undefined || now === undefined) return []
      return [{ name: label(name), before: asJSON(old), after: asJSON(now) }]
    })
}

/** The changes of a version of the settings. */
export const settingsChanges = (changes: readonly Change[]): Change[] =>
  changes.map((change) => ({ ...change, name: settingsLabel(change.name) }))

const asJSON = (text: string | null) => text && JSON.stringify(text)
