import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'

const look =
  'min-h-11 max-w-48 min-w-0 items-center gap-2.5 rounded-plate px-3 text-small text-muted transition-colors hover:bg-raised hover:text-fg'

type Place = { className?: string; onClick?: () => void }

/** Link to the administration, for staff only. */
export function AdminLink({ className = 'inline-flex', onClick }: Place) {
  const { user } = useAuth()
  if (!user?.scopes.length) return null
  return (
    <Link to={paths.admin} onClick={onClick} className={`${look} ${className}`}>
      <Icon name="gear" />
      Admin
    </Link>
  )
}

/** Link to the profile, labelled with the user's name, or to the login. */
export function AccountLink({ className = 'inline-flex', onClick }: Place) {
  const { user } = useAuth()
  return (
    <Link to={user ? paths.profile : paths.login} onClick={onClick} className={`${look} ${className}`}>
      <Icon name="user" />
      {user ? (
        <span className="truncate">
          <span className="sr-only">Profile: </span>
          {user.name}
        </span>
      ) : (
        'Login'
      )}
    </Link>
  )
}
