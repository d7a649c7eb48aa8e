import { useApolloClient } from '@apollo/client/react'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import type { AuthUser } from '~/features/auth/session'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { toast } from '~/ui/toasts'
import { barItem } from './barItem'

const row =
  'flex min-h-9 w-full items-center rounded-plate px-3 text-small text-muted hover:bg-raised hover:text-fg pointer-coarse:min-h-11'

/** The signed-in user, with links to the profile and for signing out. */
export function Account() {
  const { user } = useAuth()
  return user && <AccountMenu user={user} />
}

/** The browser closes the menu on Escape and on a click outside, and restores the focus. */
function AccountMenu({ user: { name, email } }: { user: AuthUser }) {
  const { logout } = useAuth()
  const client = useApolloClient()
  const navigate = useNavigate()
  const id = useId()

  async function leave() {
    // First, so that no screen asks for what only its administrator may see.
    await navigate(paths.home)
    // Signing out cuts off what that page has asked for.
    const stop = client.onClearStore(async () => {
      stop()
      client.refetchQueries({ include: 'active' })
    })
    const result = await logout()
    if (result?.ok) toast.success('Logged out successfully')
    else if (result) toast.error('Logout failed')
  }

  return (
    <>
      <button type="button" popoverTarget={id} className={barItem}>
        <span
          aria-hidden="true"
          className="grid size-6 place-items-center rounded-plate bg-lifted text-label font-semibold text-fg"
        >
          {name.trim().charAt(0).toUpperCase()}
        </span>
        <span className="sr-only">Account: </span>
        <span className="truncate max-md:sr-only">{name}</span>
        <Icon name="chevron-down" className="size-3.5 max-md:hidden" />
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed top-[calc(var(--bar)+0.25rem)] right-4 bottom-auto left-auto m-0 w-60 rounded-plate border bg-plate p-1 text-fg [box-shadow:var(--shadow-overlay)] sm:right-6"
      >
        <div className="mb-1 border-b px-3 py-2 text-small">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-muted">{email}</p>
        </div>
        <ul aria-label="Account">
          <li className="sm:hidden">
            <Link to={paths.home} className={row}>
              View shop
            </Link>
          </li>
          <li>
            <Link to={paths.profile} className={row}>
              Profile
            </Link>
          </li>
          <li>
            <button type="button" onClick={leave} className={row}>
              Sign out
            </button>
          </li>
        </ul>
      </div>
    </>
  )
}
