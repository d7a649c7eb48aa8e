import { expect, test } from 'vitest'
import { storageKeys } from '~/lib/storage'
import { emptyDraft, messageWithPlan, readDraft, saveDraft } from './draft'

test('a draft comes back as it was saved', () => {
  const draft = {
    ...emptyDraft,
    name: 'Ada',
    email: 'ada@example.com',
    quantity: '3',
    message: 'Two lines\nof it',
  }
  saveDraft(draft)
  expect(readDraft()).toEqual(draft)
})

test('without a draft the form is empty with a quantity of 1', () => {
  expect(readDraft()).toEqual({ name: '', email: '', phone: '', company: '', quantity: '1', message: '' })
})

test.each([
  ['broken JSON', '{"name":'],
  ['another shape', '["Ada"]'],
  ['null', 'null'],
])('%s counts as no draft', (_, stored) => {
  localStorage.setItem(storageKeys.preOrderForm, stored)
  expect(readDraft()).toEqual(emptyDraft)
})

test('keeps the usable fields of a partly broken draft', () => {
  localStorage.setItem(storageKeys.preOrderForm, '{"name":"Ada","phone":{"a":1},"quantity":2,"other":"x"}')
  expect(readDraft()).toEqual({ ...emptyDraft, name: 'Ada', quantity: '2' })
})

test.each([
  ['', 'Rental', 'Plan: Rental'],
  ['', undefined, ''],
  ['Call me', 'Rental', 'Call me'],
  ['Plan: Rental', 'Service', 'Plan: Service'],
  ['Plan: Rental', undefined, ''],
  ['Plan: Rental\nCall me', 'Service', 'Plan: Rental\nCall me'],
])('message %j with the plan %j becomes %j', (message, plan, expected) => {
  expect(messageWithPlan(message, plan)).toBe(expected)
})
