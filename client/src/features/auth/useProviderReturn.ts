import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { type FromState, safePath } from '~/lib/redirect'
import { useAuth } from './AuthProvider'
import { LoginExchangeDocument } from './LoginExchange.gen'
import type { AuthResult } from './session'

/**
 * For a return from a provider's page (`/login?enter=...`): asks for the session that waits for this browser, once, and tells
 * how that ended. True while it is asked for.
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
      // What waits can be had once: a reload shows the form.
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
