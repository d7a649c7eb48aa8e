import { readStored, storageKeys, writeStored } from '~/lib/storage'

/** The form as typed; the quantity too is text until it is sent. */
export type Draft = Record<'name' | 'email' | 'phone' | 'company' | 'quantity' | 'message', string>

export const emptyDraft: Draft = { name: '', email: '', phone: '', company: '', quantity: '1', message: '' }

/** The form in progress (spec 4); a field that is missing or broken is empty. */
export function readDraft(): Draft {
  const stored = Object(readStored(storageKeys.preOrderForm))
  const draft = { ...emptyDraft }
  for (const field of Object.keys(emptyDraft) as (keyof Draft)[]) {
    const value: unknown = stored[field]
    if (typeof value === 'string' || typeof value === 'number') draft[field] = String(value)
  }
  return draft
}

export function saveDraft(draft: Draft): void {
  writeStored(storageKeys.preOrderForm, draft)
}

const onlyPlan = /^Plan: [^\n]*$/

/** The message to start with: what was typed, else the plan that was chosen. The plan of an earlier choice goes. */
export function messageWithPlan(message: string, plan: string | undefined): string {
  if (message && !onlyPlan.test(message)) return message
  return plan ? `Plan: ${plan}` : ''
}
