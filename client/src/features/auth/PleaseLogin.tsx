import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { useStillHere } from '~/lib/useStillHere'
import { ButtonLink } from '~/ui/Button'
import { Section } from '~/ui/Layout'

const shownFor = 2000

/** Shown when the session ends while its page is open; redirects to /login. */
export function PleaseLogin() {
  const navigate = useNavigate()
  const stillHere = useStillHere()
  const { pathname } = useLocation()
  useEffect(() => {
    const state: FromState = { from: pathname }
    const timer = setTimeout(() => {
      if (stillHere()) navigate(paths.login, { replace: true, state })
    }, shownFor)
    return () => clearTimeout(timer)
  }, [navigate, pathname, stillHere])
  return (
    <Section>
      <h1>Please Login</h1>
      <p className="mt-6 mb-10 text-lead text-muted">You are signed out.</p>
      <ButtonLink to={paths.login} replace state={{ from: pathname } satisfies FromState} variant="primary">
        Go to Login
      </ButtonLink>
    </Section>
  )
}
