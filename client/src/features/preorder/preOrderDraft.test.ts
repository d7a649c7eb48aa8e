import { expect, test } from 'vitest'
import { storageKeys } from '~/lib/storage'
import { emptyDraft, readPreOrderDraft, savePreOrderDraft } from './preOrderDraft'

test('a draft comes back as it was saved', () => {
  const draft = {
    ...emptyDraft,
    name: 'Ada',
    email: 'ada@example.com',
    quantity: '3',
    message: 'Two lines\nof it',
  }
  savePreOrderDraft(draft)
  expect(readPreOrderDraft()).toEqual(draft)
})

test('without a draft the form is empty with a quantity of 1', () => {
  expect(readPreOrderDraft()).toEqual({
    name: '',
    email: '',
    phone: '',
    company: '',
    quantity: '1',
    message: '',
  })
})

test.each([
  ['broken JSON', '{"name":'],
  ['another shape', '["Ada"]'],
  ['null', 'null'],
])('%s counts as no draft', (_, stored) => {
  localStorage.setItem(storageKeys.preOrderForm, stored)
  expect(readPreOrderDraft()).toEqual(emptyDraft)
})

test('keeps the usable fields of a partly broken draft', () => {
  localStorage.setItem(storageKeys.preOrderForm, '{"name":"Ada","phone":{"a":1},"quantity":2,"other":"x"}')
  expect(readPreOrderDraft()).toEqual({ ...emptyDraft, name: 'Ada', quantity: '2' })
})

test('a message that nobody wrote is the plan of the latest choice', () => {
  savePreOrderDraft({ ...emptyDraft, name: 'Ada', message: 'Rental plan' }, 'Rental plan')
  expect(readPreOrderDraft('Service plan')).toEqual({ ...emptyDraft, name: 'Ada', message: 'Service plan' })
  expect(readPreOrderDraft().message).toBe('')
})

test('a message that somebody wrote stays', () => {
  savePreOrderDraft({ ...emptyDraft, message: 'Rental plan, for two years' }, 'Rental plan')
  expect(readPreOrderDraft('Service plan').message).toBe('Rental plan, for two years')
})
