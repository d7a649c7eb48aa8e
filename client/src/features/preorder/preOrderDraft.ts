import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'

/** The form's values as entered; the quantity is text, too. */
export type Draft = Record<'name' | 'email' | 'phone' | 'company' | 'quantity' | 'message', string>

export const emptyDraft: Draft = { name: '', email: '', phone: '', company: '', quantity: '1', message: '' }

type Chosen = { productName: string; plan?: string }

type Stored = Record<string, unknown> & {
  products?: Record<string, { quantity?: unknown; message?: unknown } | undefined>
}

const read = (): Stored => Object(readStored(storageKeys.preOrderForm))

/**
 * The draft, which is stored on each change; missing and invalid fields are empty. Quantity and message belong to their
 * product. An empty message starts with the chosen plan.
 */
export function readPreOrderDraft({ productName, plan = '' }: Chosen): Draft {
  const { products, ...stored } = read()
  const own = products?.[productName]
  if (products) Object.assign(stored, { quantity: own?.quantity, message: own?.message })
  const draft = { ...emptyDraft }
  for (const field of Object.keys(emptyDraft) as (keyof Draft)[]) {
    const value = stored[field]
    if (typeof value === 'string' || typeof value === 'number') draft[field] = String(value)
  }
  return { ...draft, message: draft.message || plan }
}

/** Stores the draft. A message that consists of the plan only is left out, so that the next choice can replace it. */
export function savePreOrderDraft(draft: Draft, { productName, plan = '' }: Chosen): void {
  const { quantity } = draft
  const message = draft.message === plan ? '' : draft.message
  const products = { ...read().products, [productName]: { quantity, message } }
  writeStored(storageKeys.preOrderForm, { ...draft, message, products })
}

/** Removes the draft, unless it is of another product. */
export function clearPreOrderDraft({ productName }: Chosen): void {
  const { products: { [productName]: _, ...products } = {}, ...rest } = read()
  if (Object.keys(products).length > 0)
    writeStored(storageKeys.preOrderForm, { ...rest, quantity: '1', message: '', products })
  else removeStored(storageKeys.preOrderForm)
}
