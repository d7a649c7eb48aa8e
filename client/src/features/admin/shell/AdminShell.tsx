import '~/features/admin/admin.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { Dialog } from '~/ui/Dialog'
import { ToastRegion } from '~/ui/ToastRegion'
import { Bar } from './Bar'
import { Menu } from './Menu'
import { Search } from './Search'
import { useFolded } from './useFolded'

/** Layout of the administration. `banner` is shown below the bar; `?find=` opens the search with a text. */
export function AdminShell({ banner, children }: { banner: ReactNode; children: ReactNode }) {
  const [over, setOver] = useState<'search' | 'menu' | null>(null)
  const folded = useFolded()
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  const find = params.get('find')

  function close() {
    setOver(null)
    if (find === null) return
    const rest = new URLSearchParams(params)
    rest.delete('find')
    setParams(rest, { replace: true, preventScrollReset: true })
  }

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return
      if (event.ctrlKey === event.metaKey) return
      // The browser's own search would open in its place, also where something lies over the screen.
      event.preventDefault()
      // It opens above a drawer, but not above other dialogs, which must be closed first.
      if (!document.querySelector('dialog[open]:not([data-place=side])')) setOver('search')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  // Not with scrollIntoView, which would also move the page below its bar.
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own link.
  useEffect(() => {
    const { current: nav } = menu
    const link = nav?.querySelector<HTMLElement>('[aria-current=page]')
    if (!nav || !link) return
    const least = link.offsetTop + link.offsetHeight - nav.clientHeight
    nav.scrollTop = Math.min(Math.max(nav.scrollTop, least), link.offsetTop)
  }, [pathname])

  return (
    <div className="admin">
      <a
        href="#main"
        className="sr-only rounded-plate bg-signal px-4 py-3 font-semibold text-ink focus:not-sr-only focus:fixed focus:top-1 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <Bar banner={banner} onSearch={() => setOver('search')} onMenu={() => setOver('menu')} />
      <div className="lg:grid lg:grid-cols-[220px_minmax(0,1fr)]">
        <nav
          ref={menu}
          aria-label="Administration"
          className="sticky top-(--bar) h-[calc(100dvh-var(--bar))] overflow-y-auto border-r p-3 max-lg:hidden"
        >
          <Menu folded={folded} />
        </nav>
        <main
          id="main"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--bar))] min-w-0 px-4 pt-6 pb-16 sm:px-6"
        >
          {children}
        </main>
      </div>
      <Dialog open={over === 'menu'} onClose={close} title="Menu" place="side">
        <nav aria-label="Administration" className="-mx-2">
          <Menu folded={folded} onFollow={close} />
        </nav>
      </Dialog>
      <Dialog
        open={over === 'search' || find !== null}
        onClose={close}
        title="Search"
        titleHidden
        place="top"
      >
        <Search typed={find ?? ''} onClose={close} />
      </Dialog>
      <ToastRegion />
    </div>
  )
}
