import { useLocation } from 'react-router-dom'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { Link } from '~/ui/Link'
import { AuthLayout } from './AuthLayout'
import { LoginForm } from './LoginForm'
import { ProviderSignIn, providersLoader } from './ProviderSignIn'

export const loader = providersLoader

/** Why another page redirected here. */
const reasons: Record<string, string> = {
  [paths.cart]: 'Your cart belongs to your account. Sign in to see it on every device. ',
}

export default function LoginPage() {
  // Passes the guard's origin on, so that registering returns there too.
  const { state } = useLocation()
  return (
    <AuthLayout
      title="Sign in"
      lead={
        <>
          {reasons[(state as FromState | null)?.from ?? '']}
          New here?{' '}
          <Link to={paths.register} state={state} className="text-fg underline hover:text-signal">
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm />
      <ProviderSignIn showDisabled />
    </AuthLayout>
  )
}
