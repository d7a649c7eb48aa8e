import { type ReactNode, useId, useState } from 'react'
import { Icon } from '~/ui/Icon'

/** A part of a data sheet: open on wide screens, behind its title below 768 px, so that the list can be skimmed. */
export function ProductFold({
  title,
  className = '',
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={`border-t ${className}`}>
      <h4 className="text-small font-semibold">
        <span className="hidden py-3 md:block">{title}</span>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-12 w-full items-center justify-between text-left md:hidden"
        >
          {title}
          <Icon name={open ? 'minus' : 'plus'} className="size-4" />
        </button>
      </h4>
      <div id={id} className={open ? 'max-md:pt-2 max-md:pb-6' : 'max-md:hidden'}>
        {children}
      </div>
    </div>
  )
}
