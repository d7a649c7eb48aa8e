import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { ProductsChangedDocument } from './ProductsChanged.gen'

/** Subscribes to prices and stock of up to 20 products; the cache updates all places that show them. */
export default function ProductsSubscription({ ids }: { ids: readonly string[] }): null {
  useLiveSubscription(ProductsChangedDocument, { ids: [...ids] })
  return null
}
