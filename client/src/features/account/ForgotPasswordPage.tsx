import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { EmailDrawing } from '~/ui/EmailDrawing'
import { FormPage } from '~/ui/FormPage'
import { Link } from '~/ui/Link'
import { ForgotForm } from './ForgotForm'

export default function ForgotPasswordPage() {
  const { user } = useAuth()
  return (
    <FormPage
      title="Reset your password"
      lead={
        <>
          We'll email you a link to set a new one. Remembered it?{' '}
          <Link to={paths.login} className="text-fg underline hover:text-signal">
            Sign in
          </Link>
        </>
      }
      aside={<EmailDrawing life="60 min" note="one use" />}
    >
      <ForgotForm key={user?.id} email={user?.email ?? ''} />
    </FormPage>
  )
}
