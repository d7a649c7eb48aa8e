import { Link } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'

/** The way to the profile, with the user's name, or to the login (spec 2, navigation bar). */
export function AccountLink({
  className = 'inline-flex',
  onClick,
}: {
  className?: string
  onClick?: () => void
}) {
  const { user } = useAuth()
  return (
    <Link
      to={user ? paths.profile : paths.login}
      onClick={onClick}
      className={`min-h-11 max-w-48 items-center gap-2.5 rounded-plate px-3 text-small text-muted transition-colors hover:bg-raised hover:text-fg ${className}`}
    >
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
