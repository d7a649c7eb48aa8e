import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { Outcome } from '~/ui/Outcome'
import { ResetForm } from './ResetForm'

const follows = [
  { label: 'Sessions', value: 'All end at once, on every device. You sign in with the new password.' },
  { label: 'Links', value: 'Every other link to reset the password becomes worthless.' },
  { label: 'New address', value: 'A change of address that waits for its verification is called off.' },
  { label: 'Letter', value: 'We tell your address that the password has changed.' },
]

export default function ResetPasswordPage() {
  const token = useLinkToken()
  const { user, check, clearError } = useAuth()
  const [done, setDone] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)

  async function finish() {
    setDone(true)
    if (!user) return
    // This tab's session has ended too when it was the account's; that is no error to tell on /login.
    await check()
    clearError()
  }

  return (
    <FormPage
      title="Set a new password"
      lead="For the account whose letter you have opened."
      aside={<FactList items={follows} />}
    >
      {done ? (
        <Outcome
          title="Your new password is set"
          action={
            <ButtonLink to={paths.login} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          <p>All sessions of the account have ended. Sign in with the new password.</p>
        </Outcome>
      ) : token && token !== refused ? (
        <ResetForm token={token} onDone={finish} onBadLink={() => setRefused(token)} />
      ) : (
        <Outcome
          title="This link is not valid"
          action={
            <ButtonLink to={paths.forgotPassword} variant="primary">
              Ask for a new link
            </ButtonLink>
          }
        >
          <p>
            A link works once and for an hour, and a new one replaces the last. It may also have been cut off
            by your mail program. Your password is still the one it was.
          </p>
        </Outcome>
      )}
    </FormPage>
  )
}
