import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { useLive } from '~/lib/useLive'
import { ProductDocument } from './Product.gen'
import { ProductChangedDocument } from './ProductChanged.gen'

/** Keeps stock and price of a product's page as they are now, and says so when the stock has changed. */
export default function Live({ id, stock }: { id: string; stock: number }): ReactNode {
  const client = useApolloClient()
  const [first] = useState(stock)
  const [changed, setChanged] = useState(false)
  useLive(
    ProductChangedDocument,
    { ids: [id] },
    {
      onData: () => setChanged(true),
      onMissed: () => void client.refetchQueries({ include: [ProductDocument] }),
    },
  )
  return (
    <p role="status" className="sr-only">
      {changed && stock !== first && (stock > 0 ? `Now ${stock} in stock` : 'Now out of stock')}
    </p>
  )
}
