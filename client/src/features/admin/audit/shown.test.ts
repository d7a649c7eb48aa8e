import { expect, test } from 'vitest'
import type { AuditObject } from '~/lib/schema.gen'
import { shownChanges } from './shown'

const role = '0199a0c2-0000-7000-8000-00001234abcd'
const known = { currency: 'USD', names: new Map([[role, 'Warehouse']]) }

test.each<[AuditObject, string, unknown, unknown, string]>([
  ['PRODUCT', 'price_minor', 1899900, 1234550, 'Price: $18,999.00 → $12,345.50'],
  ['PRODUCT', 'price_minor', null, 5, 'Price: (none) → $0.05'],
  ['PRODUCT', 'listed', true, false, 'In the catalogue: Yes → No'],
  ['PRODUCT', 'short_desc', 'A', '', 'Short description: A → (empty)'],
  ['PRODUCT', 'tags', ['arm'], ['arm', 'care'], 'Tags: arm → arm, care'],
  [
    'PRODUCT',
    'content',
    { seoTitle: 'A', motion: null },
    { seoTitle: 'B', motion: null },
    'Title for search engines: A → B',
  ],
  ['ORDER', 'status', 'PENDING_PAYMENT', 'PAID', 'Status: Pending payment → Paid'],
  [
    'ORDER',
    'reserved_until',
    null,
    '2026-11-29T06:57:52.6+00:00',
    'Reserved until: (none) → November 29, 2026, 06:57',
  ],
  ['USER', 'staff_role_id', null, role, 'Staff role: (none) → Warehouse'],
  ['STAFF_ROLE', 'scopes', ['READ_ORDERS'], [], 'Permissions: Read orders → (none)'],
  ['TRANSFER', 'booked_on', null, '2026-11-29', 'Booked: (none) → November 29, 2026'],
  ['CONTACT_MESSAGE', 'status', 'pending', 'resolved', 'Status: Pending → Resolved'],
])('%s %s is shown as on its screen', (object, name, before, after, text) => {
  const changes = [{ name, before: JSON.stringify(before), after: JSON.stringify(after) }]
  const shown = shownChanges({ object, changes }, known)
  const value = (json: string | null) => json && JSON.parse(json)
  expect(shown.map((one) => `${one.name}: ${value(one.before)} → ${value(one.after)}`)).toEqual([text])
})

test('what only programs read is left out, and amounts have their own currency', () => {
  const value = (name: string, after: unknown) => ({ name, before: null, after: JSON.stringify(after) })
  const changes = [
    value('id', role),
    value('order_id', '0199a0c2-0000-7000-8000-000000000000'),
    value('search_text', 'arm'),
    value('updated_at', '2026-11-29T06:57:52+00:00'),
    value('amount_minor', 2500),
    value('currency', 'JPY'),
  ]
  expect(shownChanges({ object: 'PAYMENT', changes }, known)).toEqual([
    { name: 'Amount', before: null, after: '"¥2,500"' },
  ])
})
