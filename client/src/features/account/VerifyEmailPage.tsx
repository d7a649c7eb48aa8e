import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { ButtonLink } from '~/ui/Button'
import { FormPage } from '~/ui/FormPage'
import { LetterDrawing } from '~/ui/LetterDrawing'
import { Outcome } from '~/ui/Outcome'
import { ResendLetter } from './ResendLetter'
import { type BadLink, VerifyAddress } from './VerifyAddress'

export default function VerifyEmailPage() {
  const token = useLinkToken()
  const { user, check } = useAuth()
  const [bad, setBad] = useState<{ token: string; why: BadLink } | null>(null)
  // The address that waited when the link was used, if whoever is signed in had one.
  const [verified, setVerified] = useState<{ address: string | undefined } | null>(null)

  async function finish() {
    const waiting = user?.pendingEmail ?? (user?.emailVerified ? undefined : user?.email)
    if (user) await check()
    setVerified({ address: waiting })
  }

  return (
    <FormPage
      title="Verify your email address"
      lead="So that letters about your orders reach you, and nobody else."
      aside={<LetterDrawing life="24 h" note="one use" />}
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

/** Names the address when the link was that of whoever is signed in; a link may also be another account's. */
function Verified({ waited }: { waited: string | undefined }) {
  const { user } = useAuth()
  const own = waited !== undefined && user?.email === waited && user.emailVerified
  return (
    <Outcome
      title="Your address is verified"
      action={
        <ButtonLink to={user ? paths.profile : paths.login} variant="primary">
          {user ? 'Go to your profile' : 'Sign in'}
        </ButtonLink>
      }
    >
      <p>
        {own ? <span className="text-fg">{waited}</span> : 'The address that our letter went to'} is
        {' verified. You sign in with it, and letters about orders and pre-orders go there.'}
      </p>
    </Outcome>
  )
}

function NotVerified({ why }: { why: BadLink }) {
  const { user } = useAuth()
  const { pathname } = useLocation()
  if (why === 'taken')
    return (
      <Outcome
        title="This address has another account"
        action={<ButtonLink to={paths.updateProfile}>Choose another address</ButtonLink>}
      >
        <p>
          Somebody registered it before the link was opened. The account that asked for it keeps its present
          address.
        </p>
      </Outcome>
    )
  const waiting = user?.pendingEmail ?? user?.email
  if (user && waiting && (user.pendingEmail || !user.emailVerified))
    return (
      <Outcome title="This link is not valid" action={<ResendLetter to={waiting} variant="primary" />}>
        <p>
          A link works once and for a day, and a new one replaces the last.{' '}
          <span className="text-fg">{waiting}</span> still waits; have a new letter sent to it.
        </p>
      </Outcome>
    )
  if (user)
    return (
      <Outcome
        title="Nothing left to verify"
        action={<ButtonLink to={paths.profile}>Go to your profile</ButtonLink>}
      >
        <p>
          This link is not valid any more, and <span className="text-fg">{user.email}</span> is verified.
        </p>
      </Outcome>
    )
  return (
    <Outcome
      title="This link is not valid"
      action={
        <ButtonLink to={paths.login} state={{ from: pathname } satisfies FromState} variant="primary">
          Sign in
        </ButtonLink>
      }
    >
      <p>
        A link works once and for a day, and a new one replaces the last. Perhaps the address is verified
        already. Sign in to see, and to have a new letter sent.
      </p>
    </Outcome>
  )
}
