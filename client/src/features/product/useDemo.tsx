import { useState } from 'react'
import { useLazyModule } from '~/ui/useLazyModule'
import type { ProductQuery } from './Product.gen'

const loadDemo = () => import('./DemoDialog')

/** The demo's dialog, whose code loads when it is first opened. */
export function useDemo(product: NonNullable<ProductQuery['product']>) {
  const [watching, setWatching] = useState(false)
  const demo = useLazyModule(loadDemo)
  return {
    watch: async () => setWatching(await demo.load()),
    dialog: demo.part && (
      <demo.part.DemoDialog product={product} open={watching} onClose={() => setWatching(false)} />
    ),
  }
}
