import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { ResetForm } from './ResetForm'
import { type BadUndoLink, UndoEmailChange } from './UndoEmailChange'

const follows = [
  { label: 'Address', value: 'Sign in with your previous address again.' },
  { label: 'Sessions', value: 'All sessions end, on every device.' },
  { label: 'Password', value: 'Your current password stops working. Set a new one.' },
  {
    label: 'Ways in',
    value: 'Two-step sign-in and connected services added since the change are removed.',
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
    // If this tab was signed in to the account, its session has ended as well; /login must not show that as an error.
    await check()
    clearError()
  }

  return (
    <FormPage
      title="Undo your email change"
      lead="Restores the email address that received this link."
      aside={<FactList items={follows} />}
    >
      {restored && password === 'set' ? (
        <FormResult
          title="Account restored"
          action={
            <ButtonLink to={paths.login} variant="primary">
              Sign in
            </ButtonLink>
          }
        >
          <p>
            Sign in with <span className="text-fg">{restored.email}</span> and your new password.
          </p>
        </FormResult>
      ) : restored && password === 'late' ? (
        <NewPasswordByMail email={restored.email} />
      ) : restored ? (
        <div className="grid gap-8">
          <FormResult title="Email address restored">
            <p>
              <span className="text-fg">{restored.email}</span> is your email address again. Set a new
              password to sign in.
            </p>
          </FormResult>
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

/** Shown after the form has expired. */
function NewPasswordByMail({ email }: { email: string }) {
  return (
    <FormResult
      title="This form has expired"
      action={
        <ButtonLink to={paths.forgotPassword} variant="primary">
          Send a new link
        </ButtonLink>
      }
    >
      <p>
        Your email address was restored, but the time to set a password here has run out. Send a new link to{' '}
        <span className="text-fg">{email}</span>.
      </p>
    </FormResult>
  )
}

function NotUndone({ why }: { why: BadUndoLink }) {
  if (why === 'used')
    return (
      <FormResult
        title="This change was already undone"
        action={
          <ButtonLink to={paths.forgotPassword} variant="primary">
            Send a new link
          </ButtonLink>
        }
      >
        <p>
          This link was already used. If you haven't set a new password yet, send a link to your restored
          address.
        </p>
      </FormResult>
    )
  return (
    <FormResult
      title={why === 'taken' ? 'This email address already has an account' : 'This link is not valid'}
      action={
        <ButtonLink to={paths.contact} variant="primary">
          Contact us
        </ButtonLink>
      }
    >
      <p>
        {why === 'taken'
          ? "The change can't be undone here. Contact us if you didn't make it."
          : "Links work once, for seven days after the change. Contact us if you can't sign in."}
      </p>
    </FormResult>
  )
}
