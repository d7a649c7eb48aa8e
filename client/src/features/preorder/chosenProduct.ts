import { readStored, removeStored, storageKeys } from '~/lib/storage'
import type { PreOrderProduct } from './preOrderProduct'

/**
 * The chosen product; null if there is none or the stored one is invalid. The one kept in the history entry takes
 * precedence, because another tab may have chosen another product since.
 */
export function readPreOrderProduct(): PreOrderProduct | null {
  const shown: unknown = history.state?.preOrderProduct
  if (isPreOrderProduct(shown)) return shown
  const stored = readStored(storageKeys.preOrderProduct)
  return isPreOrderProduct(stored) ? stored : null
}

/** Keeps the product in the current history entry, where it survives reloads. */
export function keepPreOrderProduct(product?: PreOrderProduct): void {
  history.replaceState({ ...history.state, preOrderProduct: product }, '')
}

/** Removes the chosen product, unless another tab has chosen another one since. */
export function clearPreOrderProduct({ productName }: PreOrderProduct): void {
  keepPreOrderProduct()
  if (readPreOrderProduct()?.productName === productName) removeStored(storageKeys.preOrderProduct)
}

function isPreOrderProduct(value: unknown): value is PreOrderProduct {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, productName, image, category, plan } = value as Record<string, unknown>
  return (
    [name, productName, image, category].every((text) => typeof text === 'string') &&
    [id, plan].every((text) => text === undefined || typeof text === 'string')
  )
}
