import { useCallback, useEffect, useRef } from 'react'

/** How long after the last change a draft is saved, in ms. */
const quiet = 1000

/** A draft changes without the pages of the shop, and under the hands of others: no answer of it is kept. */
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
