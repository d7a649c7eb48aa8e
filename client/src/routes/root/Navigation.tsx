import { useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { useAuth } from '~/features/auth/AuthProvider'
import { useCartCount } from '~/features/cart/useCartCount'
import { SearchOverlay } from '~/features/search/SearchOverlay'
import { brand } from '~/lib/brand'
import { paths } from '~/lib/paths'
import { IconButton } from '~/ui/Button'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Logo } from '~/ui/Logo'
import { mainLinks } from './links'
import { OfflineBanner } from './OfflineBanner'

/** The bar on top of every page (spec 2, navigation bar). */
export function Navigation() {
  const [open, setOpen] = useState<'menu' | 'search' | null>(null)
  const close = () => setOpen(null)
  return (
    <header className="sticky top-0 z-40 border-b bg-ground">
      <OfflineBanner />
      <div className="shell flex h-16 items-center gap-2 lg:h-18">
        <Link
          to={paths.home}
          aria-label={`${brand.name}, home`}
          className="mr-auto inline-flex min-h-11 items-center"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="hidden h-full lg:block">
          <ul className="flex h-full gap-7 text-small">
            {mainLinks.map(({ to, text }) => (
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
        <div className="flex items-center lg:ml-6">
          <IconButton label="Search" onClick={() => setOpen('search')}>
            <Icon name="search" />
          </IconButton>
          <CartLink />
          <AccountLink className="hidden sm:inline-flex" />
          <IconButton
            label="Menu"
            aria-haspopup="dialog"
            onClick={() => setOpen('menu')}
            className="-mr-3 lg:hidden"
          >
            <Icon name="menu" />
          </IconButton>
        </div>
      </div>
      <SearchOverlay open={open === 'search'} onClose={close} />
      <Dialog open={open === 'menu'} onClose={close} title="Menu" place="side">
        <nav aria-label="Menu">
          <ul>
            {mainLinks.map(({ to, text }) => (
              <li key={to} className="border-t">
                <NavLink
                  to={to}
                  end={to === paths.home}
                  onClick={close}
                  className="flex min-h-14 items-center justify-between text-lead font-semibold aria-[current=page]:text-signal"
                >
                  {text}
                  <Icon name="arrow" className="size-5 text-faint" />
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="border-t pt-4">
            <AccountLink className="-ml-3 inline-flex" onClick={close} />
          </div>
        </nav>
      </Dialog>
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
          <span className="absolute top-1 right-0.5 min-w-4.5 rounded-plate bg-signal px-1 text-center font-mono text-[0.625rem] leading-4.5 font-semibold text-ink tabular-nums">
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

function AccountLink({ className = 'inline-flex', onClick }: { className?: string; onClick?: () => void }) {
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
