import { startTransition, useCallback, useEffect, useOptimistic, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

export type Change<View> = Partial<View> | ((chosen: View) => Partial<View>)

/**
 * What somebody has chosen of a view that the address carries: it shows at once, while the address and the page follow, and the next
 * choice builds on it. `shown` is the view of the address and `pathOf` returns the address of another one. A change that depends on
 * what is chosen is a function of that: two choices can come before the first of them is rendered.
 */
export function useOptimisticView<View>(current: View, pathOf: (view: View) => string) {
  const navigate = useNavigate()
  const [optimistic, setOptimistic] = useOptimistic(current)
  // The last choice, which a slow device may render after the next one is made.
  const last = useRef(current)
  const pending = useRef(0)
  useEffect(() => {
    if (pending.current === 0) last.current = current
  }, [current])
  const change = useCallback(
    (change: Change<View>, options?: NavigateOptions) =>
      startTransition(async () => {
        const next = {
          ...last.current,
          ...(typeof change === 'function' ? change(last.current) : change),
        }
        last.current = next
        pending.current++
        setOptimistic(next)
        try {
          await navigate(pathOf(next), options)
        } finally {
          pending.current--
        }
      }),
    [setOptimistic, navigate, pathOf],
  )
  return [optimistic, change] as const
}
