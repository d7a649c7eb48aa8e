import { useQuery } from '@apollo/client/react'
import { useLocation } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { errorMessage } from '~/lib/apollo'
import { useLinkToken } from '~/lib/linkToken'
import { paths } from '~/lib/paths'
import type { FromState } from '~/lib/redirect'
import { ButtonLink } from '~/ui/Button'
import { ErrorState } from '~/ui/ErrorState'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { AcceptButton } from './AcceptButton'
import { JoinForm } from './JoinForm'
import { StaffInvitationOfferDocument, type StaffInvitationOfferQuery } from './StaffInvitation.gen'

export type Offer = NonNullable<StaffInvitationOfferQuery['staffInvitationOffer']>

const follows = [
  { label: 'Role', value: 'It decides what you see and change in the administration.' },
  { label: 'Link', value: 'It works once, within seven days, for the address it was sent to.' },
]

/** Accepts a team invitation by an email's link. */
export default function InvitationPage() {
  const token = useLinkToken()
  const { data, error, refetch } = useQuery(StaffInvitationOfferDocument, {
    variables: { token: token ?? '' },
    skip: !token,
    fetchPolicy: 'no-cache',
  })
  const offer = data?.staffInvitationOffer
  return (
    <FormPage
      title="Join the team"
      lead="You're invited to work in the administration of this shop."
      aside={<FactList items={follows} />}
    >
      {token && offer ? (
        <Accept token={token} offer={offer} />
      ) : error ? (
        <ErrorState
          title="Couldn't load the invitation"
          message={errorMessage(error)}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : token && !data ? (
        <Loading label="Loading the invitation">
          <Skeleton className="h-60" />
        </Loading>
      ) : (
        <FormResult title="This link is not valid">
          <p>
            Invitations work once, for seven days, and a new one replaces the last. Ask for a new invitation.
          </p>
        </FormResult>
      )}
    </FormPage>
  )
}

/** The ways to accept: as the signed-in user, by signing in, or with a new account. */
function Accept({ token, offer }: { token: string; offer: Offer }) {
  const { user, loading } = useAuth()
  const { pathname } = useLocation()
  if (loading && !user) return null
  const from = { from: `${pathname}?token=${token}` } satisfies FromState
  return (
    <div className="grid gap-8">
      <p className="max-w-prose text-muted">
        Role: <span className="font-semibold text-fg">{offer.roleName}</span>, for {offer.email}.
        {offer.needsFactor && ' It requires two-step sign-in, which you set up after this.'}
      </p>
      {user ? (
        <AcceptButton token={token} offer={offer} user={user} />
      ) : offer.hasAccount ? (
        <div>
          <p className="mb-6 max-w-prose text-muted">
            {offer.email} has an account. Sign in with it to accept.
          </p>
          <ButtonLink to={paths.login} state={from} variant="primary">
            Sign in
          </ButtonLink>
        </div>
      ) : (
        <JoinForm token={token} email={offer.email} />
      )}
    </div>
  )
}
