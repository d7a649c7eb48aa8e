import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type Amount, formatMoney } from '~/lib/format'

/**
 * A bar with name, price and the main action (`children`), shown while the main buttons (`buttons`) are out of view:
 * below a small screen, or scrolled past. It is at the end of the page, so that it doesn't cover the footer.
 */
export default function BuyBar({
  name,
  price,
  buttons,
  children,
}: {
  name: string
  price: Amount | null
  buttons: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!buttons.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setShown(!entry.isIntersecting)
    })
    observer.observe(buttons.current)
    return () => observer.disconnect()
  }, [buttons])
  if (!shown) return null
  return (
    <section
      aria-label="Buy"
      className="sticky bottom-0 z-30 animate-[enter_200ms_var(--ease-machine)] border-t bg-plate print:hidden"
    >
      <div className="shell flex items-center justify-between gap-4 py-2">
        <p className="grid min-w-0">
          <span className="truncate text-small">{name}</span>
          {price && <span className="label text-muted">{formatMoney(price)}</span>}
        </p>
        {children}
      </div>
    </section>
  )
}
