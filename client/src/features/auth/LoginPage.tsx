import { Link, useLocation } from 'react-router-dom'
import { useHead } from '~/lib/head'
import { paths } from '~/lib/paths'
import { AuthFrame } from './AuthFrame'
import { LoginForm } from './LoginForm'
import { OtherServices } from './OtherServices'

export function Component() {
  useHead({ title: 'Sign in', description: 'Sign in to see your cart, your orders and your pre-orders.' })
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
