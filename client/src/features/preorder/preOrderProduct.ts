import { storageKeys, writeStored } from '~/lib/storage'

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
