import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { useHydrated } from '~/lib/useHydrated'
import { Link } from '~/ui/Link'
import { AuthLayout } from './AuthLayout'
import { useAuth } from './AuthProvider'
import { ProviderSignIn, providersLoader } from './ProviderSignIn'
import { RegisterForm } from './RegisterForm'

export const loader = providersLoader

export default function RegisterPage() {
  const { state } = useLocation()
  const { loading, isAuthenticated } = useAuth()
  const hydrated = useHydrated()
  // Visitors who sign in here are redirected by the form.
  const [visitor, setVisitor] = useState(false)
  if (hydrated && !loading && !isAuthenticated && !visitor) setVisitor(true)
  if (isAuthenticated && !visitor) return <Navigate to={paths.profile} replace />
  return (
    <AuthLayout
      title="Create Account"
      lead={
        <>
          Already have one?{' '}
          <Link to={paths.login} state={state} className="text-fg underline hover:text-signal">
            Sign in
          </Link>
        </>
      }
    >
      <RegisterForm />
      <ProviderSignIn />
    </AuthLayout>
  )
}
