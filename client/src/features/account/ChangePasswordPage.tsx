import { useState } from 'react'
import { useAuth } from '~/features/auth/AuthProvider'
import { PleaseLogin } from '~/features/auth/PleaseLogin'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { Outcome } from '~/ui/Outcome'
import { ChangePasswordForm } from './ChangePasswordForm'

const follows = [
  { label: 'Here', value: 'You stay signed in.' },
  { label: 'Elsewhere', value: 'Every other session ends at once.' },
  { label: 'Links', value: 'Links to reset the old password become worthless.' },
  { label: 'Letter', value: 'We tell your address that the password has changed.' },
]

export default function ChangePasswordPage() {
  const { user } = useAuth()
  const [done, setDone] = useState(false)
  if (!user) return <PleaseLogin />
  return (
    <FormPage
      title="Change password"
      lead="Your present password shows that it is you."
      aside={<FactList items={follows} />}
    >
      {done ? (
        <Outcome
          title="Your password is changed"
          action={<ButtonLink to={paths.profile}>Back to your profile</ButtonLink>}
        >
          <p>You stay signed in here. All your other sessions have ended.</p>
        </Outcome>
      ) : (
        <ChangePasswordForm email={user.email} onDone={() => setDone(true)} />
      )}
    </FormPage>
  )
}
