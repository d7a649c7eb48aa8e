import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { PasswordResetValidDocument } from './PasswordResetValid.gen'
import { ResetForm } from './ResetForm'

const follows = [
  { label: 'Sessions', value: 'All sessions end, on every device. Sign in with the new password.' },
  { label: 'Links', value: 'All other password reset links stop working.' },
  { label: 'New address', value: 'A pending change of email address is cancelled.' },
  { label: 'Email', value: "We'll confirm the change by email." },
]

export default function ResetPasswordPage() {
  const token = useLinkToken()
  const { user, check, clearError } = useAuth()
  const [done, setDone] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  // Without a response, the form is shown: sending it checks the link again.
  const { data } = useQuery(PasswordResetValidDocument, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
    // By POST: URLs are logged by proxies, and the token is secret.
    context: { fetchOptions: { method: 'POST' } },
  })

  async function finish() {
    setDone(true)
    if (!user) return
    // If this tab was signed in to the account, its session has ended as well; /login must not show that as an error.
    await check()
    clearError()
  }

  return (
    <FormPage
      title="Set a new password"
      lead="Choose a new password for your account."
      aside={<FactList items={follows} />}
    >
      {done ? (
        <FormResult
          title="New password set"
          action={
            <ButtonLink to={paths.login} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          <p>You've been signed out everywhere. Sign in with your new password.</p>
        </FormResult>
      ) : token && token !== refused && data?.passwordResetValid !== false ? (
        <ResetForm token={token} onDone={finish} onBadLink={() => setRefused(token)} />
      ) : (
        <FormResult
          title="This link is not valid"
          action={
            <ButtonLink to={paths.forgotPassword} variant="primary">
              Send a new link
            </ButtonLink>
          }
        >
          <p>
            Links work once, for one hour, and a new one replaces the last. If you've set a new password with
            this one, sign in with it.
          </p>
        </FormResult>
      )}
    </FormPage>
  )
}
