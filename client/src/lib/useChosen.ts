import { startTransition, useCallback, useEffect, useOptimistic, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

/**
 * What somebody has chosen of a view that the address carries: it shows at once, while the address and the page follow, and the next
 * choice builds on it. `shown` is the view of the address and `pathOf` returns the address of another one.
 */
export function useChosen<View>(shown: View, pathOf: (view: View) => string) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useOptimistic(shown)
  // The last choice, which a slow device may render after the next one is made.
  const last = useRef(shown)
  const pending = useRef(0)
  useEffect(() => {
    if (pending.current === 0) last.current = shown
  }, [shown])
  const choose = useCallback(
    (change: Partial<View>, options?: NavigateOptions) =>
      startTransition(async () => {
        const next = { ...last.current, ...change }
        last.current = next
        pending.current++
        setChosen(next)
        try {
          await navigate(pathOf(next), options)
        } finally {
          pending.current--
        }
      }),
    [setChosen, navigate, pathOf],
  )
  return [chosen, choose] as const
}
