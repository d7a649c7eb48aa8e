import { humanise } from '~/lib/humanise'
import { kinds } from './kinds.gen'

/** Labels of objects and kinds that differ from their names. */
const labels: Record<string, string> = {
  contact: 'Message',
  faq: 'FAQ entry',
  preorder: 'Pre-order',
  user: 'Account',
  'contact.created': 'Message received',
  'faq.changed': 'FAQ entry changed or moved',
  'preorder.changed': 'Pre-order changed by the customer',
  'preorder.date_changed': 'Expected date moved',
  'preorder.date_kept': 'Expected date accepted by the customer',
  'review.shown': 'Review shown again',
  'team_member.created': 'Team member added',
  'user.changed': 'Account changed by an administrator',
  'user.registered': 'Account created',
}

const nounOf = (kind: string) => kind.replace(/\..*/, '')

/** The label of a kind, such as “Order status changed” for order.status_changed. */
function kindLabel(kind: string): string {
  const [object = '', verb = ''] = kind.split('.')
  return labels[kind] ?? `${labels[object] ?? humanise(object)} ${verb.replaceAll('_', ' ')}`
}

/** The kinds of events that a webhook can receive, by noun. */
export const kindGroups = [...new Set(kinds.map(nounOf))].map((noun) => ({
  noun: labels[noun] ?? humanise(noun),
  kinds: kinds.filter((kind) => nounOf(kind) === noun).map((kind) => ({ kind, label: kindLabel(kind) })),
}))
