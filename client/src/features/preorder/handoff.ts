import { readStored, removeStored, storageKeys, writeStored } from '~/lib/storage'

/** The product that a Pre-order Now button hands over to /preorder. */
export type PreOrderProduct = {
  /** The product's number, when the button knew it. */
  id?: string
  name: string
  productName: string
  image: string
  category: string
  /** The chosen way to pay, as a sentence for the message: 'Rental plan: €2,999 per month'. */
  plan?: string
}

/** Remembers the chosen product until the pre-order is placed or another one is chosen. */
export function savePreOrderProduct(product: PreOrderProduct): void {
  writeStored(storageKeys.preOrderProduct, product)
}

/** The chosen product; null when there is none or what is stored has another shape. */
export function readPreOrderProduct(): PreOrderProduct | null {
  const stored = readStored(storageKeys.preOrderProduct)
  return isPreOrderProduct(stored) ? stored : null
}

/** Forgets the chosen product. */
export function clearPreOrderProduct(): void {
  removeStored(storageKeys.preOrderProduct)
}

function isPreOrderProduct(value: unknown): value is PreOrderProduct {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, productName, image, category, plan } = value as Record<string, unknown>
  return (
    [name, productName, image, category].every((text) => typeof text === 'string') &&
    [id, plan].every((text) => text === undefined || typeof text === 'string')
  )
}
