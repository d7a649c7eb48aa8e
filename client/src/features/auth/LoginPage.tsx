import { Link, useLocation } from 'react-router-dom'
import { paths } from '~/lib/paths'
import { AuthFrame } from './AuthFrame'
import { LoginForm } from './LoginForm'
import { OtherServices, providersLoader } from './OtherServices'

export const loader = providersLoader

export default function LoginPage() {
  // Where the guard came from goes along, so that registering leads there too.
  const { state } = useLocation()
  return (
    <AuthFrame
      title="Sign in"
      lead={
        <>
          New here?{' '}
          <Link to={paths.register} state={state} className="text-fg underline hover:text-signal">
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm />
      <OtherServices absent />
    </AuthFrame>
  )
}
