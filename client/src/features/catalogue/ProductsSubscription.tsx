import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { ProductsChangedDocument } from './ProductsChanged.gen'

/** Keeps prices and stock of products, at most 20, as they are now, wherever they are shown. */
export default function ProductsSubscription({ ids }: { ids: readonly string[] }): null {
  useLiveSubscription(ProductsChangedDocument, { ids: [...ids] })
  return null
}
