import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { getToken } from '~/lib/token'
import { toast } from '~/ui/toasts'
import { useAuth } from './AuthProvider'
import { loginToProceed } from './guards'

/**
 * Sends visitors who proceed from the cart to /login, from where they return to it. The returned function tells whether
 * a user is still signed in, and asks to sign in otherwise.
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
