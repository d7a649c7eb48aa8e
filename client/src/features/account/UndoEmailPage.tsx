import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { Outcome } from '~/ui/Outcome'
import { ResetForm } from './ResetForm'
import { type BadUndoLink, UndoEmailChange } from './UndoEmailChange'

const follows = [
  { label: 'Address', value: 'You sign in with your former address again.' },
  { label: 'Sessions', value: 'All end at once, on every device.' },
  { label: 'Password', value: 'The present one stops working. You set a new one.' },
  {
    label: 'Ways in',
    value: 'Two-step sign-in and connected providers that were added since the change are removed.',
  },
]

export default function UndoEmailPage() {
  const token = useLinkToken()
  const { user, check, clearError } = useAuth()
  const [restored, setRestored] = useState<{ email: string; resetToken: string } | null>(null)
  const [password, setPassword] = useState<'wanted' | 'set' | 'late'>('wanted')
  const [bad, setBad] = useState<{ token: string; why: BadUndoLink } | null>(null)

  async function finish(undone: { email: string; resetToken: string }) {
    setRestored(undone)
    if (!user) return
    // This tab's session has ended too when it was the account's; that is no error to tell on /login.
    await check()
    clearError()
  }

  return (
    <FormPage
      title="Undo the change of your email address"
      lead="Your account returns to the address that received this email."
      aside={<FactList items={follows} />}
    >
      {restored && password === 'set' ? (
        <Outcome
          title="Your account is yours again"
          action={
            <ButtonLink to={paths.login} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          <p>
            Sign in with <span className="text-fg">{restored.email}</span> and your new password.
          </p>
        </Outcome>
      ) : restored && password === 'late' ? (
        <NewPasswordByMail email={restored.email} />
      ) : restored ? (
        <div className="grid gap-8">
          <Outcome title="The change is undone">
            <p>
              <span className="text-fg">{restored.email}</span> is the address of your account again. Set a
              new password to sign in.
            </p>
          </Outcome>
          <ResetForm
            token={restored.resetToken}
            onDone={() => setPassword('set')}
            onBadLink={() => setPassword('late')}
          />
        </div>
      ) : token && token !== bad?.token ? (
        <UndoEmailChange token={token} onUndone={finish} onBadLink={(why) => setBad({ token, why })} />
      ) : (
        <NotUndone why={bad?.why ?? 'invalid'} />
      )}
    </FormPage>
  )
}

/** For somebody who has left the form alone for too long. */
function NewPasswordByMail({ email }: { email: string }) {
  return (
    <Outcome
      title="The time is over"
      action={
        <ButtonLink to={paths.forgotPassword} variant="primary">
          Ask for a new link
        </ButtonLink>
      }
    >
      <p>
        The change is undone, but it is too late to set a password here. Have a link sent to{' '}
        <span className="text-fg">{email}</span>.
      </p>
    </Outcome>
  )
}

function NotUndone({ why }: { why: BadUndoLink }) {
  if (why === 'used')
    return (
      <Outcome
        title="The change is undone already"
        action={
          <ButtonLink to={paths.forgotPassword} variant="primary">
            Ask for a new link
          </ButtonLink>
        }
      >
        <p>
          This link was used before. If you have not set a new password yet, have a link for that sent to your
          former address, which is the address of your account again.
        </p>
      </Outcome>
    )
  return (
    <Outcome
      title={why === 'taken' ? 'This address has another account' : 'This link is not valid'}
      action={
        <ButtonLink to={paths.contact} variant="primary">
          Contact us
        </ButtonLink>
      }
    >
      <p>
        {why === 'taken'
          ? 'So the change can’t be undone here. Write to us if it was not you who changed the address.'
          : 'A link works once and for seven days after the change. If you can’t get into your account, write to us.'}
      </p>
    </Outcome>
  )
}
