import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useNavigate, useRouteError } from 'react-router-dom'
import { onReconnect } from '~/lib/connection'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Section } from '~/ui/Layout'
import { AccessDeniedError } from './guards'

const AccessDenied = lazy(() => import('./AccessDenied'))

/** Handles the errors that guards throw; rethrows all others to the next boundary. */
export function GuardBoundary() {
  const error = useRouteError()
  if (!(error instanceof AccessDeniedError)) throw error
  switch (error.reason) {
    case 'login':
      return <Navigate to={paths.login} replace state={{ from: error.from } satisfies FromState} />
    case 'role':
      return (
        <Suspense>
          <AccessDenied />
        </Suspense>
      )
    case 'unreachable':
      return <Unreachable from={error.from} />
  }
}

/** Retries when the server can be reached again. */
function Unreachable({ from }: { from: string }) {
  const navigate = useNavigate()
  useEffect(() => onReconnect(() => navigate(from, { replace: true })), [from, navigate])
  return (
    <Section>
      <h1>Can't reach the server</h1>
      <p className="mt-6 mb-10 text-lead text-muted">
        You are still signed in. Check your connection and try again.
      </p>
      <Button onClick={() => navigate(from, { replace: true })}>
        <Icon name="refresh" className="size-4" />
        Try again
      </Button>
    </Section>
  )
}
