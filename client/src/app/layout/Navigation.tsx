import { useAuth } from '~/features/auth/AuthProvider'
import { useCartCount } from '~/features/cart/useCartCount'
import { paths } from '~/lib/paths'
import { settings } from '~/lib/settings'
import { IconButton } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Link, NavLink } from '~/ui/Link'
import { Logo } from '~/ui/Logo'
import { AccountLink, AdminLink } from './AccountLink'
import { navigationLinks } from './links'
import { OfflineBanner } from './OfflineBanner'
import { SearchPlaceholder } from './SearchPlaceholder'
import { useOverlays } from './useOverlays'

/** The navigation bar of every page. */
export function Navigation() {
  const shop = settings()
  const { Overlays, open, show, close, typed, type } = useOverlays()
  return (
    <header className="sticky top-0 z-40 border-b bg-ground">
      <OfflineBanner />
      <div className="shell flex h-16 items-center gap-2 lg:h-18">
        <Link
          to={paths.home}
          aria-label={`${shop.name}, home`}
          className="mr-auto inline-flex min-h-11 items-center"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="ml-4 hidden h-full lg:block">
          <ul className="flex h-full gap-4 text-small whitespace-nowrap xl:gap-7">
            {navigationLinks.map(({ to, text }) => (
              <li key={to} className="h-full">
                <NavLink
                  to={to}
                  end={to === paths.home}
                  className="relative grid h-full items-center text-muted transition-colors after:absolute after:inset-x-0 after:-bottom-px after:h-px after:origin-left after:scale-x-0 after:bg-signal after:transition-transform after:duration-200 hover:text-fg aria-[current=page]:text-fg aria-[current=page]:after:scale-x-100"
                >
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 items-center lg:ml-3">
          <IconButton
            label="Search"
            aria-keyshortcuts="/ Control+K Meta+K"
            aria-haspopup="dialog"
            onClick={() => show('search')}
          >
            <Icon name="search" />
          </IconButton>
          <CartLink />
          <AdminLink className="hidden sm:inline-flex" />
          <AccountLink className="hidden sm:inline-flex" />
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            onClick={() => show('menu')}
            className="-mr-3 lg:hidden"
          >
            <Icon name="menu" />
          </IconButton>
        </div>
      </div>
      {Overlays ? (
        <Overlays open={open} onClose={close} typed={typed} />
      ) : (
        open === 'search' && <SearchPlaceholder text={typed} onType={type} onClose={close} />
      )}
    </header>
  )
}

function CartLink() {
  const { isAuthenticated } = useAuth()
  const count = useCartCount(isAuthenticated)
  return (
    <>
      <Link
        to={paths.cart}
        aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart'}
        className="relative inline-grid size-11 place-items-center rounded-plate text-muted transition-colors hover:bg-raised hover:text-fg"
      >
        <Icon name="cart" />
        {count > 0 && (
          <span
            key={count}
            className="absolute top-1 right-0.5 min-w-4.5 rounded-plate bg-signal px-1 text-center font-mono text-[0.625rem] leading-4.5 font-semibold text-ink figures bump"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Link>
      <span role="status" className="sr-only">
        {count > 0 && `${count} ${count === 1 ? 'item' : 'items'} in the cart`}
      </span>
    </>
  )
}
