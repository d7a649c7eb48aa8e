import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { fromState } from '~/lib/redirect'
import { useStillHere } from '~/lib/useStillHere'

/** How long the success message stays before the redirect. */
const redirectDelayMs = 1200

/**
 * After `redirect` is called, shows the success message for a while, then navigates to the page that the guard
 * redirected from, or to the profile.
 */
export function useRedirectAfterSignIn(): { redirecting: boolean; redirect: () => void } {
  const [redirecting, setRedirecting] = useState(false)
  const navigate = useNavigate()
  const { state } = useLocation()
  const stillHere = useStillHere()
  useEffect(() => {
    if (!redirecting) return
    const timer = setTimeout(() => {
      if (stillHere()) navigate(fromState(state, paths.profile), { replace: true })
    }, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [redirecting, navigate, state, stillHere])
  return { redirecting, redirect: () => setRedirecting(true) }
}
