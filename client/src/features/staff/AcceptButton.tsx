import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { errorMessage } from '~/lib/apollo'
import { paths } from '~/lib/paths'
import { Button } from '~/ui/Button'
import { FormMessage } from '~/ui/FormMessage'
import type { Offer } from './InvitationPage'
import { StaffInvitationAcceptDocument } from './StaffInvitation.gen'

/** Accepts the invitation as the signed-in user, if it is for their address. */
export function AcceptButton({
  token,
  offer,
  user,
}: {
  token: string
  offer: Offer
  user: { email: string }
}) {
  const { logout } = useAuth()
  const [accept, { loading }] = useMutation(StaffInvitationAcceptDocument)
  const [failure, setFailure] = useState<string | null>(null)
  const navigate = useNavigate()

  async function act() {
    setFailure(null)
    try {
      const { data } = await accept({ variables: { input: { token } } })
      const refusal = data?.staffInvitationAccept.userErrors[0]
      if (refusal) setFailure(refusal.message)
      else void navigate(paths.admin, { replace: true })
    } catch (error) {
      setFailure(errorMessage(error, "Couldn't accept the invitation. Please try again."))
    }
  }

  if (user.email !== offer.email)
    return (
      <div>
        <p className="mb-6 max-w-prose text-muted">
          You're signed in as {user.email}. Sign out, then accept as {offer.email}.
        </p>
        <Button onClick={() => void logout()}>Sign out</Button>
      </div>
    )
  return (
    <div>
      <FormMessage failure={failure} />
      <Button variant="primary" loading={loading} loadingText="Accepting..." onClick={act}>
        Accept invitation
      </Button>
    </div>
  )
}
