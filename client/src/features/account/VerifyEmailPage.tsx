import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { ButtonLink } from '~/ui/Button'
import { EmailDrawing } from '~/ui/EmailDrawing'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { ResendEmail } from './ResendEmail'
import { type BadLink, VerifyAddress } from './VerifyAddress'

export default function VerifyEmailPage() {
  const token = useLinkToken()
  const { user, check } = useAuth()
  const [bad, setBad] = useState<{ token: string; why: BadLink } | null>(null)
  // The pending address when the link was used, if the signed-in user had one.
  const [verified, setVerified] = useState<{ address: string | undefined } | null>(null)

  async function finish() {
    const waiting = user?.pendingEmail ?? (user?.emailVerified ? undefined : user?.email)
    if (user) await check()
    setVerified({ address: waiting })
  }

  return (
    <FormPage
      title="Verify your email address"
      lead="Make sure emails about your orders reach you."
      aside={<EmailDrawing life="24 h" note="one use" />}
    >
      {verified ? (
        <Verified waited={verified.address} />
      ) : token && token !== bad?.token ? (
        <VerifyAddress token={token} onVerified={finish} onBadLink={(why) => setBad({ token, why })} />
      ) : (
        <NotVerified why={bad?.why ?? 'invalid'} />
      )}
    </FormPage>
  )
}

/** Names the address if the link was the signed-in user's; it may be another account's. */
function Verified({ waited }: { waited: string | undefined }) {
  const { user } = useAuth()
  const own = waited !== undefined && user?.email === waited && user.emailVerified
  return (
    <FormResult
      title="Your email address is verified"
      action={
        <ButtonLink to={user ? paths.profile : paths.login} variant="primary">
          {user ? 'Go to profile' : 'Sign in'}
        </ButtonLink>
      }
    >
      <p>
        {own ? <span className="text-fg">{waited}</span> : 'This email address'} is
        {" verified. Use it to sign in. We'll send emails about orders and pre-orders there."}
      </p>
    </FormResult>
  )
}

function NotVerified({ why }: { why: BadLink }) {
  const { user } = useAuth()
  const { pathname } = useLocation()
  if (why === 'taken')
    return (
      <FormResult
        title="This email address already has an account"
        action={<ButtonLink to={paths.updateProfile}>Use another email address</ButtonLink>}
      >
        <p>Someone registered it before you opened the link. Your account keeps its current address.</p>
      </FormResult>
    )
  const waiting = user?.pendingEmail ?? user?.email
  if (user && waiting && (user.pendingEmail || !user.emailVerified))
    return (
      <FormResult title="This link is not valid" action={<ResendEmail to={waiting} variant="primary" />}>
        <p>
          Links work once, for 24 hours, and a new one replaces the last.{' '}
          <span className="text-fg">{waiting}</span> is not verified yet. Resend the email to get a new link.
        </p>
      </FormResult>
    )
  if (user)
    return (
      <FormResult title="Already verified" action={<ButtonLink to={paths.profile}>Go to profile</ButtonLink>}>
        <p>
          This link is no longer valid, but <span className="text-fg">{user.email}</span> is verified.
        </p>
      </FormResult>
    )
  return (
    <FormResult
      title="This link is not valid"
      action={
        <ButtonLink to={paths.login} state={{ from: pathname } satisfies FromState} variant="primary">
          Sign in
        </ButtonLink>
      }
    >
      <p>
        Links work once, for 24 hours, and a new one replaces the last. Sign in to check your address or send
        a new link.
      </p>
    </FormResult>
  )
}
