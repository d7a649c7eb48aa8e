import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { useAuth } from './AuthProvider'
import { loginToProceed } from './guards'

/**
 * A visitor who proceeds from the cart is sent to /login and returns to the cart. Answers a test for the
 * moment of going on: false when nobody is signed in any more, who is then asked to.
 */
export function useLoginToProceed(): () => boolean {
  const { isAuthenticated, check } = useAuth()
  const navigate = useNavigate()
  useEffect(() => {
    if (isAuthenticated || getToken()) return
    toast.info(loginToProceed)
    navigate(paths.login, { replace: true, state: { from: paths.cart } satisfies FromState })
  }, [isAuthenticated, navigate])
  return () => {
    if (getToken()) return true
    void check()
    return false
  }
}
