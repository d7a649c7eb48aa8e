import { type ReactNode, useState } from 'react'
import { Icon } from './Icon'

/**
 * A title and what is behind it, which is rendered while it is open. In a grid with columns, the titles of several stand side by
 * side and what is open lies below them. With `wide` it is always open from 768 px on.
 */
export function Disclosure({
  title,
  wide = false,
  className = '',
  children,
}: {
  title: string
  wide?: boolean
  /** Of the title. */
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
