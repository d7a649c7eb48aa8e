import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'

/**
 * Returns a function that says whether the component is still mounted and no navigation to another page has begun. Ask
 * it before a redirect that follows a delay, which would otherwise take back where the person has gone meanwhile.
 */
export function useStillHere(): () => boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname ?? pathname
  const here = useRef(false)
  useEffect(() => {
    here.current = next === pathname
    return () => {
      here.current = false
    }
  }, [next, pathname])
  return useCallback(() => here.current, [])
}
