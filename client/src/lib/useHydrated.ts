import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while the page takes over what the server has rendered, then true. What only this browser knows, such as its time
 * zone or its storage, waits for that, so that the first rendering is the same on both sides.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
