import { type ReactNode, useState } from 'react'
import { Icon } from './Icon'

/**
 * A button that shows and hides its content, which is rendered only while open. In a grid with columns, several titles
 * stand side by side and open content lies below them. With `wide` it is always open from 768 px on.
 */
export function Disclosure({
  title,
  wide = false,
  className = '',
  children,
}: {
  title: string
  wide?: boolean
  /** Class names of the title. */
  className?: string
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <h4 className={`border-t text-small font-semibold ${className}`}>
        {wide && <span className="hidden py-3 md:block">{title}</span>}
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`flex min-h-11 w-full items-center justify-between gap-4 text-left hover:text-signal ${wide ? 'md:hidden' : ''}`}
        >
          {title}
          <Icon name={open ? 'minus' : 'plus'} className="size-4" />
        </button>
      </h4>
      {(open || wide) && (
        <div className={`order-1 col-span-full pt-1 pb-5 ${open ? '' : 'max-md:hidden'}`}>{children}</div>
      )}
    </>
  )
}
