import { type ReactNode, useState } from 'react'
import { useLiveSubscription } from '~/lib/useLiveSubscription'
import { ProductChangedDocument } from './ProductChanged.gen'

/** Keeps stock and price of a product's page as they are now, and says so when the stock has changed. */
export default function LiveProduct({ id, stock }: { id: string; stock: number }): ReactNode {
  const [first] = useState(stock)
  useLiveSubscription(ProductChangedDocument, { ids: [id] })
  return (
    <p role="status" className="sr-only">
      {stock !== first && (stock > 0 ? `Now ${stock} in stock` : 'Now out of stock')}
    </p>
  )
}
