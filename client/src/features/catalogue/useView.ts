import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Change, useOptimisticView } from '~/lib/useOptimisticView'
import { type CatalogueView, readView, viewPath } from './view'

/**
 * The address's view, the optimistic view, and a function to change it. Every change except that of the page resets to
 * page 1.
 */
export function useView() {
  const [params] = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const [chosen, choose] = useOptimisticView(view, viewPath)
  const show = useCallback(
    (change: Change<CatalogueView>, options?: { replace: boolean }) =>
      choose((chosen) => ({ page: 1, ...(typeof change === 'function' ? change(chosen) : change) }), options),
    [choose],
  )
  return { view, chosen, show }
}
