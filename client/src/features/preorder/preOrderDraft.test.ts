import { expect, test } from 'vitest'
import { storageKeys } from '~/lib/storage'
import { emptyDraft, readDraft, saveDraft } from './preOrderDraft'

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

test('a message that nobody wrote is the plan of the latest choice', () => {
  saveDraft({ ...emptyDraft, name: 'Ada', message: 'Rental plan' }, 'Rental plan')
  expect(readDraft('Service plan')).toEqual({ ...emptyDraft, name: 'Ada', message: 'Service plan' })
  expect(readDraft().message).toBe('')
})

test('a message that somebody wrote stays', () => {
  saveDraft({ ...emptyDraft, message: 'Rental plan, for two years' }, 'Rental plan')
  expect(readDraft('Service plan').message).toBe('Rental plan, for two years')
})
