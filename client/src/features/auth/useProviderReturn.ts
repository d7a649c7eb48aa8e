import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { type FromState, safePath } from '~/lib/redirect'
import { useAuth } from './AuthProvider'
import { LoginExchangeDocument } from './LoginExchange.gen'
import type { AuthResult } from './session'

/**
 * After a return from a provider's page (`/login?enter=...`), exchanges the pending sign-in for a session, once, and
 * reports the result. True while it runs.
 */
export function useProviderReturn(onEnd: (result: AuthResult) => void): boolean {
  const { signIn } = useAuth()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [arriving, setArriving] = useState(() => search.has('enter'))
  const begun = useRef(!arriving)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const state: FromState = { from: safePath(search.get('to'), paths.profile) }
    async function arrive() {
      // It can be exchanged once, so a reload must show the form.
      await navigate(paths.login, { replace: true, state })
      const result = await signIn(async (client) => {
        const { data } = await client.mutate({ mutation: LoginExchangeDocument })
        return data?.userLoginExchange
      })
      setArriving(false)
      onEnd(result)
    }
    void arrive()
  }, [signIn, navigate, search, onEnd])
  return arriving
}
