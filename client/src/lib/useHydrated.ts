import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False during hydration, then true. Values that only the browser knows, such as its time zone or storage, must wait
 * for it, so that the first render matches the server's.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
