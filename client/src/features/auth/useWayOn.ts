import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { fromState } from '~/lib/redirect'

/** How long the success message stays before the redirect, in milliseconds. */
const successFor = 1200

/**
 * After signing in: once `go` has been called and the success message has stood long enough, on to the page that the
 * guard came from, otherwise to the profile.
 */
export function useWayOn(): { going: boolean; go: () => void } {
  const [going, setGoing] = useState(false)
  const navigate = useNavigate()
  const { state } = useLocation()
  useEffect(() => {
    if (!going) return
    const timer = setTimeout(() => navigate(fromState(state, paths.profile), { replace: true }), successFor)
    return () => clearTimeout(timer)
  }, [going, navigate, state])
  return { going, go: () => setGoing(true) }
}
