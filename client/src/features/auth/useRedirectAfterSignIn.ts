import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { fromState } from '~/lib/redirect'

/** How long the success message stays before the redirect, in milliseconds. */
const redirectDelayMs = 1200

/**
 * After signing in: once `go` has been called and the success message has stood long enough, on to the page that the
 * guard came from, otherwise to the profile.
 */
export function useRedirectAfterSignIn(): { redirecting: boolean; redirect: () => void } {
  const [redirecting, setRedirecting] = useState(false)
  const navigate = useNavigate()
  const { state } = useLocation()
  useEffect(() => {
    if (!redirecting) return
    const timer = setTimeout(
      () => navigate(fromState(state, paths.profile), { replace: true }),
      redirectDelayMs,
    )
    return () => clearTimeout(timer)
  }, [redirecting, navigate, state])
  return { redirecting, redirect: () => setRedirecting(true) }
}
