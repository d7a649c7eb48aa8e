import { Link } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import type { PageHandle } from '~/lib/first'
import { useHead } from '~/lib/head'
import { paths } from '~/lib/paths'
import { FormPage } from '~/ui/FormPage'
import { LetterDrawing } from '~/ui/LetterDrawing'
import { ForgotForm } from './ForgotForm'

export const handle: PageHandle = { first: () => [] }

export function Component() {
  useHead({ title: 'Reset your password', description: 'Ask for a link that sets a new password.' })
  const { user } = useAuth()
  return (
    <FormPage
      title="Reset your password"
      lead={
        <>
          We send a link that sets a new one. Remembered it?{' '}
          <Link to={paths.login} className="text-fg underline hover:text-signal">
            Sign in
          </Link>
        </>
      }
      aside={<LetterDrawing life="60 min" note="one use" />}
    >
      <ForgotForm key={user?.id} email={user?.email ?? ''} />
    </FormPage>
  )
}
