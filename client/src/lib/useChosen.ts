import { startTransition, useCallback, useOptimistic } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

/**
 * What somebody has chosen of a view that the address carries: it stands at once, while the address and the page follow, and
 * what is chosen next builds on it. `shown` is the view of the address and `pathOf` leads to another one.
 */
export function useChosen<View>(shown: View, pathOf: (view: View) => string) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useOptimistic(shown)
  const choose = useCallback(
    (change: Partial<View>, options?: NavigateOptions) =>
      startTransition(async () => {
        const next = { ...chosen, ...change }
        setChosen(next)
        await navigate(pathOf(next), options)
      }),
    [chosen, setChosen, navigate, pathOf],
  )
  return [chosen, choose] as const
}
