import { type ReactNode, useEffect, useState } from 'react'

type Props = { productIds: readonly string[]; onSummary?: (summary: ReactNode) => void }

type Part = typeof import('./FitCheck')

/** The API checks no more products at once. */
const maxProducts = 20

/** The fit check below a page's products, loaded after the page. A failure to load is ignored. */
export function LazyFitCheck({ productIds, onSummary }: Props) {
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    import('./FitCheck').then(setPart, () => undefined)
  }, [])
  if (!part || productIds.length === 0) return null
  return <part.FitCheck productIds={productIds.slice(0, maxProducts)} onSummary={onSummary} />
}
