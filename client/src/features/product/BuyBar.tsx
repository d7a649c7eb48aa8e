import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { type Amount, formatMoney } from '~/lib/format'

/**
 * The name, the price and in `children` the main action, once the main buttons (`passed`) have been
 * scrolled past. It stands at the end of the page, so that it covers nothing of the footer.
 */
export default function BuyBar({
  name,
  price,
  passed,
  children,
}: {
  name: string
  price: Amount | null
  passed: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!passed.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setShown(!entry.isIntersecting && entry.boundingClientRect.top < 0)
    })
    observer.observe(passed.current)
    return () => observer.disconnect()
  }, [passed])
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
