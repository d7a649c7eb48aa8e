import { expect, test } from 'vitest'
import { storageKeys } from '~/lib/storage'
import { clearPreOrderDraft, emptyDraft, readPreOrderDraft, savePreOrderDraft } from './preOrderDraft'

const arm = { productName: 'Fixed Arm' }
const base = { productName: 'Mobile Base' }
const planned = (plan: string) => ({ ...arm, plan })

test('a draft comes back as it was saved', () => {
  const draft = {
    ...emptyDraft,
    name: 'Ada',
    email: 'ada@example.com',
    quantity: '3',
    message: 'Two lines\nof it',
  }
  savePreOrderDraft(draft, arm)
  expect(readPreOrderDraft(arm)).toEqual(draft)
})

test('without a draft the form is empty with a quantity of 1', () => {
  expect(readPreOrderDraft(arm)).toEqual({
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
  expect(readPreOrderDraft(arm)).toEqual(emptyDraft)
})

test('keeps the usable fields of a partly broken draft', () => {
  localStorage.setItem(storageKeys.preOrderForm, '{"name":"Ada","phone":{"a":1},"quantity":2,"other":"x"}')
  expect(readPreOrderDraft(arm)).toEqual({ ...emptyDraft, name: 'Ada', quantity: '2' })
})

test('a message that nobody wrote is the plan of the latest choice', () => {
  savePreOrderDraft({ ...emptyDraft, name: 'Ada', message: 'Rental plan' }, planned('Rental plan'))
  expect(readPreOrderDraft(planned('Service plan'))).toEqual({
    ...emptyDraft,
    name: 'Ada',
    message: 'Service plan',
  })
  expect(readPreOrderDraft(arm).message).toBe('')
})

test('a message that somebody wrote stays', () => {
  savePreOrderDraft({ ...emptyDraft, message: 'Rental plan, for two years' }, planned('Rental plan'))
  expect(readPreOrderDraft(planned('Service plan')).message).toBe('Rental plan, for two years')
})

test('a message and a quantity belong to their product, name and address to all', () => {
  const ofArm = { ...emptyDraft, name: 'Ada', quantity: '3', message: 'For the bakery' }
  savePreOrderDraft(ofArm, arm)
  expect(readPreOrderDraft(base)).toEqual({ ...emptyDraft, name: 'Ada' })
  savePreOrderDraft({ ...emptyDraft, name: 'Ada', message: 'For the hall' }, base)
  expect(readPreOrderDraft(arm)).toEqual(ofArm)
  clearPreOrderDraft(base)
  expect(readPreOrderDraft(arm)).toEqual(ofArm)
  clearPreOrderDraft(arm)
  expect(localStorage.getItem(storageKeys.preOrderForm)).toBeNull()
})
