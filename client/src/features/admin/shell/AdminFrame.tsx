import '~/features/admin/admin.css'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { Icon } from '~/ui/Icon'
import { sections } from './sections'

/** What stands around every screen of the administration: a rail, where there is no room for one a menu. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const here = sections.find(({ to }) => to === pathname)
  return (
    <div className="admin">
      <div className="shell grid gap-x-12 gap-y-8 pt-4 pb-24 xl:grid-cols-[15rem_minmax(0,1fr)] xl:pt-12">
        <nav aria-label="Administration" className="hidden xl:block">
          <div className="sticky top-30">
            <p className="label mb-3 pl-4 text-faint uppercase">Administration</p>
            <Links />
          </div>
        </nav>
        {/* A new screen closes the menu. */}
        <details key={pathname} className="group border-b xl:hidden">
          <summary className="flex min-h-12 items-center gap-3 [&::-webkit-details-marker]:hidden">
            <span className="label text-faint uppercase">Administration</span>
            <span className="min-w-0 flex-1 truncate text-right font-semibold">{here?.text}</span>
            <Icon name="chevron-down" className="size-5 text-muted group-open:rotate-180" />
          </summary>
          <nav aria-label="Administration" className="pb-4">
            <Links />
          </nav>
        </details>
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  )
}

function Links() {
  return (
    <ul>
      {sections.map(({ to, text }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className="flex min-h-11 items-center border-l-2 border-line pl-4 text-small text-muted transition-colors hover:bg-raised hover:text-fg aria-[current=page]:border-signal aria-[current=page]:bg-plate aria-[current=page]:font-semibold aria-[current=page]:text-fg"
          >
            {text}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
