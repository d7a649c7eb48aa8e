import { beforeEach, expect, test } from 'vitest'
import { sessionKeys } from '~/lib/storage'
import { clearDraft, emptyMessage, readMessageDraft, saveMessageDraft } from './messageDraft'

const key = sessionKeys.contactForm
const ada = { name: 'Ada', email: 'ada@example.com', subject: 'Reach', message: 'Two lines\nof it' }

beforeEach(() => sessionStorage.clear())

test('a draft comes back as it was saved, until it is cleared', () => {
  saveMessageDraft(key, ada)
  expect(readMessageDraft(key)).toEqual(ada)
  expect(readMessageDraft(sessionKeys.handoverForm)).toEqual(emptyMessage)
  clearDraft(key)
  expect(readMessageDraft(key)).toEqual(emptyMessage)
})

test.each([
  ['broken JSON', '{"name":', emptyMessage],
  ['another shape', '["Ada"]', emptyMessage],
  ['null', 'null', emptyMessage],
  ['a partly broken draft', '{"name":"Ada","message":{"a":1}}', { ...emptyMessage, name: 'Ada' }],
])('%s keeps what is usable', (_, stored, want) => {
  sessionStorage.setItem(key, stored)
  expect(readMessageDraft(key)).toEqual(want)
})

test('a preset replaces what it names, and only until somebody changes it', () => {
  saveMessageDraft(key, ada)
  const preset = { subject: 'Manual of ORR-A6-900' }
  expect(readMessageDraft(key, preset)).toEqual({ ...ada, ...preset })
  saveMessageDraft(key, { ...ada, subject: 'Manual, in Dutch' }, preset)
  expect(readMessageDraft(key, preset).subject).toBe('Manual, in Dutch')
  expect(readMessageDraft(key, { subject: 'Another one' }).subject).toBe('Another one')
})
