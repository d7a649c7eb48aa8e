import { readStored, storageKeys, writeStored } from '~/lib/storage'

/** The form as typed; the quantity too is text until it is sent. */
export type Draft = Record<'name' | 'email' | 'phone' | 'company' | 'quantity' | 'message', string>

export const emptyDraft: Draft = { name: '', email: '', phone: '', company: '', quantity: '1', message: '' }

/**
 * The form in progress, as stored on each change; a field that is missing or broken is empty. An empty message starts
 * with the chosen plan.
 */
export function readPreOrderDraft(plan = ''): Draft {
  const stored = Object(readStored(storageKeys.preOrderForm))
  const draft = { ...emptyDraft }
  for (const field of Object.keys(emptyDraft) as (keyof Draft)[]) {
    const value: unknown = stored[field]
    if (typeof value === 'string' || typeof value === 'number') draft[field] = String(value)
  }
  return { ...draft, message: draft.message || plan }
}

/** Remembers the form. A message that is only the plan is left out, so that the next choice can bring its own. */
export function savePreOrderDraft(draft: Draft, plan = ''): void {
  writeStored(storageKeys.preOrderForm, draft.message === plan ? { ...draft, message: '' } : draft)
}
