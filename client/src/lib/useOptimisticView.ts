import { startTransition, useCallback, useEffect, useOptimistic, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router-dom'

export type Change<View> = Partial<View> | ((chosen: View) => Partial<View>)

/**
 * View state that lives in the address. Changes show immediately, while navigation and page follow, and later changes
 * build on them. `current` is the address's view and `pathOf` returns the address of a view. Pass a function for a
 * change that depends on the latest state: two changes may happen before the first is rendered.
 */
export function useOptimisticView<View>(current: View, pathOf: (view: View) => string) {
  const navigate = useNavigate()
  const [optimistic, setOptimistic] = useOptimistic(current)
  // The latest choice; a slow device may not have rendered it before the next one is made.
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
