import { expect, test } from 'vitest'
import { kindLabels } from './kinds'

const labels: Record<string, string> = Object.fromEntries(kindLabels)

test('kinds of events are labelled by their names, and where these do not say it by other words', () => {
  expect(labels['order.status_changed']).toBe('Order status changed')
  expect(labels['milestone.created']).toBe('Milestone created')
  expect(labels['preorder.deleted']).toBe('Pre-order deleted')
  expect(labels['contact.created']).toBe('Message received')
  expect(labels).not.toHaveProperty('webhook.tested')
})
