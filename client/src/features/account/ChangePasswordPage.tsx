import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { PleaseLogin } from '~/features/auth/PleaseLogin'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { FormResult } from '~/ui/FormResult'
import { ChangePasswordForm } from './ChangePasswordForm'

const follows = [
  { label: 'Here', value: 'You stay signed in.' },
  { label: 'Elsewhere', value: 'All other sessions end right away.' },
  { label: 'Links', value: 'Password reset links stop working.' },
  { label: 'Email', value: "We'll confirm the change by email." },
]

export default function ChangePasswordPage() {
  const { user } = useAuth()
  const [done, setDone] = useState(false)
  if (!user) return <PleaseLogin />
  return (
    <FormPage
      title="Change password"
      lead="Enter your current password to confirm it's you."
      aside={<FactList items={follows} />}
    >
      {done ? (
        <FormResult
          title="Password changed"
          action={<ButtonLink to={paths.profile}>Back to profile</ButtonLink>}
        >
          <p>You're still signed in here. All other sessions have ended.</p>
        </FormResult>
      ) : (
        <ChangePasswordForm email={user.email} onDone={() => setDone(true)} />
      )}
    </FormPage>
  )
}
