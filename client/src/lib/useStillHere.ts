import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router-dom'

/**
 * Returns a function that says whether the component is still mounted and no navigation has begun. Ask it before a
 * redirect that follows a delay, which would otherwise take back where the person has gone meanwhile.
 */
export function useStillHere(): () => boolean {
  const { state } = useNavigation()
  const here = useRef(false)
  useEffect(() => {
    here.current = state === 'idle'
    return () => {
      here.current = false
    }
  }, [state])
  return useCallback(() => here.current, [])
}
