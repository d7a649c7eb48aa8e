import { SearchOverlay } from '~/features/search/SearchOverlay'
import { paths } from '~/lib/paths'
import { Dialog } from '~/ui/Dialog'
import { Icon } from '~/ui/Icon'
import { Link, NavLink } from '~/ui/Link'
import { AccountLink, AdminLink } from './AccountLink'
import { categoryLinks, navigationLinks } from './links'
import type { Overlay } from './useOverlays'

/** Overlays that open on demand: the search and the menu. */
export function Overlays({
  open,
  onClose,
  typed,
}: {
  open: Overlay | null
  onClose: () => void
  typed: string
}) {
  return (
    <>
      <SearchOverlay
        open={open === 'search'}
        onClose={onClose}
        typed={typed}
        fallbackLinks={<Categories onFollow={onClose} />}
      />
      <Menu open={open === 'menu'} onClose={onClose} />
    </>
  )
}

/** Links offered when a search has no results or no text yet. */
function Categories({ onFollow }: { onFollow: () => void }) {
  return (
    <ul className="-mx-3 flex flex-wrap">
      {[{ to: paths.products, text: 'All products' }, ...categoryLinks()].map(({ to, text }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onFollow}
            className="inline-flex min-h-11 items-center px-3 text-small text-muted underline-offset-4 hover:text-fg hover:underline"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The mobile menu. */
function Menu({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Menu" place="side">
      <nav aria-label="Menu">
        <ul>
          {navigationLinks.map(({ to, text }) => (
            <li key={to} className="border-t">
              <NavLink
                to={to}
                end={to === paths.home}
                onClick={onClose}
                className="flex min-h-14 items-center justify-between text-lead font-semibold aria-[current=page]:text-signal"
              >
                {text}
                <Icon name="arrow" className="size-5 text-faint" />
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="grid justify-items-start border-t pt-4">
          <AccountLink className="-ml-3 inline-flex" onClick={onClose} />
          <AdminLink className="-ml-3 inline-flex" onClick={onClose} />
        </div>
      </nav>
    </Dialog>
  )
}
