import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component has gone. Forms of a dialog go with its closing: an answer that comes later closes nothing, and
 * a failure is shown elsewhere.
 */
export function useGone(): RefObject<boolean> {
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  return gone
}
