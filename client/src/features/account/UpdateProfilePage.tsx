import { useAuth } from '~/features/auth/AuthProvider'
import { PleaseLogin } from '~/features/auth/PleaseLogin'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/Button'
import { FactList } from '~/ui/FactList'
import { FormPage } from '~/ui/FormPage'
import { Icon } from '~/ui/Icon'
import { EmailNotice } from './EmailNotice'
import { UpdateProfileForm } from './UpdateProfileForm'

const follows = [
  { label: 'Name', value: 'Changes right away. Shown in emails and beside your reviews.' },
  {
    label: 'New address',
    value: "We'll send a link that works for 24 hours. Open it to verify the address.",
  },
  { label: 'Current address', value: "We'll notify it of the change. You sign in with it until then." },
]

export default function UpdateProfilePage() {
  const { user } = useAuth()
  if (!user) return <PleaseLogin />
  return (
    <FormPage
      title="Update profile"
      lead="Your name and the email address you sign in with."
      aside={<FactList items={follows} />}
    >
      <div className="mb-8 empty:hidden">
        <EmailNotice person={user} />
      </div>
      <UpdateProfileForm key={user.email} person={user} />
      <ButtonLink to={paths.profile} variant="ghost" size="sm" className="mt-6 -ml-4">
        <Icon name="arrow-left" className="size-4" />
        Back to profile
      </ButtonLink>
    </FormPage>
  )
}
