import { useLive } from '~/lib/useLive'
import { ProductsChangedDocument } from './ProductsChanged.gen'

/** Keeps prices and stock of products, at most 20, as they are now, wherever they are shown. */
export default function ProductsLive({ ids }: { ids: readonly string[] }): null {
  useLive(ProductsChangedDocument, { ids: [...ids] })
  return null
}
