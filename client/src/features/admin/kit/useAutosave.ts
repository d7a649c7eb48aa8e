import { useCallback, useEffect, useRef } from 'react'

/** The time from the last change until a draft is saved, in ms. */
const quiet = 1000

/** Drafts are not cached: others edit them, too, and they differ from the published data of the same objects. */
export const uncached = { fetchPolicy: 'no-cache' } as const

/**
 * Saves `values` some time after their last change, as long as they are `pending`. `save` resolves to whether
 * everything is saved. The returned function saves at once, after a save in progress.
 */
export function useAutosave(values: unknown, pending: boolean, save: () => Promise<boolean>) {
  const running = useRef<Promise<boolean>>(undefined)
  const latest = useRef(save)
  latest.current = save
  const flush = useCallback(async () => {
    while (running.current) await running.current
    const mine = latest.current()
    running.current = mine
    const done = await mine
    running.current = undefined
    return done
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the values begins the wait anew.
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => void flush(), quiet)
    return () => clearTimeout(timer)
  }, [values, pending, flush])
  return flush
}
