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
  { label: 'Name', value: 'Changes at once. It stands in your letters and beside reviews that you write.' },
  {
    label: 'New address',
    value: 'Gets a letter with a link, valid for a day, and counts once that is opened.',
  },
  { label: 'Present one', value: 'Is told of the change, and stays the one to sign in with until then.' },
]

export default function UpdateProfilePage() {
  const { user } = useAuth()
  if (!user) return <PleaseLogin />
  return (
    <FormPage
      title="Update profile"
      lead="Your name, and the address that you sign in with."
      aside={<FactList items={follows} />}
    >
      <div className="mb-8 empty:hidden">
        <EmailNotice person={user} />
      </div>
      <UpdateProfileForm key={user.email} person={user} />
      <ButtonLink to={paths.profile} variant="ghost" size="sm" className="mt-6 -ml-4">
        <Icon name="arrow-left" className="size-4" />
        Back to your profile
      </ButtonLink>
    </FormPage>
  )
}
