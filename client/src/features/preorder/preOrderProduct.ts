import { storageKeys, writeStored } from '~/lib/storage'

/** The product that a Pre-order Now button passes to /preorder. */
export type PreOrderProduct = {
  /** The product's ID, if the button knows it. */
  id?: string
  name: string
  productName: string
  image: string
  category: string
  /** The chosen plan, as a sentence for the message: 'Rental plan: €2,999 per month'. */
  plan?: string
}

/** Stores the chosen product until the pre-order is placed or another one is chosen. */
export function savePreOrderProduct(product: PreOrderProduct): void {
  writeStored(storageKeys.preOrderProduct, product)
}
