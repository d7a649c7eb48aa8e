import type { ReactNode } from 'react'
import { paths } from '~/lib/paths'
import { Icon } from '~/ui/Icon'
import { Link } from '~/ui/Link'
import { Logo } from '~/ui/Logo'
import { Account } from './Account'
import { useMay } from './access'
import { barItem } from './barItem'
import { useSettings } from './useSettings'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The bar at the top of every screen, with the height --bar. */
export function Bar({
  banner,
  onSearch,
  onMenu,
}: {
  banner: ReactNode
  onSearch: () => void
  onMenu: () => void
}) {
  const shop = useSettings()
  const isAdmin = useMay()('admin')
  return (
    <header className="sticky top-0 z-40 border-b bg-ground">
      <div className="flex h-[calc(var(--bar)-1px)] items-center gap-1 px-4 sm:gap-2 sm:px-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)_minmax(0,1fr)]">
        <Link
          to={paths.admin}
          aria-label={`${shop.name}, administration`}
          className="mr-auto inline-flex min-h-11 items-center [&_span]:gap-2 [&_span_span]:text-body [&_svg]:size-6"
        >
          <Logo />
        </Link>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={onSearch}
          className={`${barItem} min-w-0 sm:w-full sm:max-w-120 sm:justify-start sm:border sm:border-line sm:bg-plate sm:px-3 sm:text-faint sm:hover:border-control`}
        >
          <Icon name="search" className="size-5 sm:size-4" />
          <span className="truncate max-sm:sr-only">
            {isAdmin ? 'Search orders, customers, products, messages' : 'Search'}
          </span>
          <kbd className="label ml-auto shrink-0 pl-2 max-sm:hidden pointer-coarse:hidden">
            {isApple ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
        <div className="flex items-center justify-end gap-1 sm:gap-2">
          <Link to={paths.home} className={`${barItem} whitespace-nowrap max-sm:hidden`}>
            View shop
            <Icon name="external" className="size-4" />
          </Link>
          <Account />
          <button
            type="button"
            aria-label="Menu"
            title="Menu"
            aria-haspopup="dialog"
            onClick={onMenu}
            className={`${barItem} -mr-2 shrink-0 lg:hidden`}
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      {banner}
    </header>
  )
}
