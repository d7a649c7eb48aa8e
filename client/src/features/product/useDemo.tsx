import { useState } from 'react'
import { useLater } from '~/ui/useLater'
import type { ProductQuery } from './Product.gen'

const loadDemo = () => import('./DemoDialog')

/** The demo's dialog, whose code comes when somebody first wants to watch. */
export function useDemo(product: NonNullable<ProductQuery['product']>) {
  const [watching, setWatching] = useState(false)
  const demo = useLater(loadDemo)
  return {
    watch: async () => setWatching(await demo.want()),
    dialog: demo.part && (
      <demo.part.DemoDialog product={product} open={watching} onClose={() => setWatching(false)} />
    ),
  }
}
