import { type ReactNode, useState } from 'react'
import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { ProductChangedDocument } from './ProductChanged.gen'

/** Subscribes to a product's stock and price, and announces changes of stock. */
export default function LiveProduct({ id, stock }: { id: string; stock: number }): ReactNode {
  const [first] = useState(stock)
  useLiveSubscription(ProductChangedDocument, { ids: [id] })
  return (
    <p role="status" className="sr-only">
      {stock !== first && (stock > 0 ? `Now ${stock} in stock` : 'Now out of stock')}
    </p>
  )
}
