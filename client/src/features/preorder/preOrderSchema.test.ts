import { expect, test } from 'vitest'
import { emptyDraft } from './preOrderDraft'
import { preOrderSchema } from './preOrderSchema'

const good = { ...emptyDraft, name: 'Ada', email: 'ada@example.com', phone: '(020) 123-4567 ext. 9' }

function messages(values: object): Record<string, string> {
  const { error } = preOrderSchema.safeParse({ ...good, ...values })
  const found: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message
  return found
}

test('accepts what is required alone, trimmed, with the quantity as a number', () => {
  expect(preOrderSchema.parse({ ...good, name: ' Ada ' })).toEqual({ ...good, quantity: 1 })
})

test.each([
  [
    { name: ' ', email: '', phone: '' },
    { name: 'Name is required', email: 'Email is required', phone: 'Phone is required' },
  ],
  [{ email: 'ada@example' }, { email: 'Please enter a valid email address' }],
  [{ quantity: '' }, { quantity: 'Quantity must be at least 1' }],
  [{ quantity: '0' }, { quantity: 'Quantity must be at least 1' }],
  [{ quantity: '1001' }, { quantity: 'Quantity must be at most 1000. For more units, please contact us.' }],
  [{ quantity: '1.5' }, { quantity: 'Quantity must be a whole number' }],
  [{ quantity: 'two' }, { quantity: 'Quantity must be at least 1' }],
  [{ name: 'x'.repeat(101) }, { name: 'Name must have at most 100 characters' }],
  [{ message: 'x'.repeat(2001) }, { message: 'Message must have at most 2000 characters' }],
])('refuses %j', (values, expected) => {
  expect(messages(values)).toEqual(expected)
})
