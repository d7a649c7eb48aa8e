import { expect, test } from 'vitest'
import { kindGroups } from './kinds'

const labels = Object.fromEntries(
  kindGroups.flatMap(({ kinds }) => kinds.map(({ kind, label }) => [kind as string, label])),
)

test('kinds of events are labelled by their names, and where these do not say it by other words', () => {
  expect(labels['order.status_changed']).toBe('Order status changed')
  expect(labels['milestone.created']).toBe('Milestone created')
  expect(labels['preorder.deleted']).toBe('Pre-order deleted')
  expect(labels['contact.created']).toBe('Message received')
  expect(labels).not.toHaveProperty('webhook.tested')
})

test('kinds are grouped by their nouns', () => {
  const sizes = Object.fromEntries(kindGroups.map(({ noun, kinds }) => [noun, kinds.length]))
  expect(sizes).toMatchObject({ Order: 5, 'Pre-order': 7, Message: 4, 'Team member': 3 })
  expect(Object.values(sizes).reduce((sum, size) => sum + size)).toBe(Object.keys(labels).length)
})
