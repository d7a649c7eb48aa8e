import type { ReactNode } from 'react'

/** A panel with a hairline border and a lighter surface; `interactive` adds hover styles. */
export function Card({
  as: Tag = 'article',
  interactive = false,
  className,
  children,
}: {
  as?: 'article' | 'div' | 'li'
  interactive?: boolean
  className: string
  children: ReactNode
}) {
  const hover = interactive ? 'transition-colors duration-200 hover:border-control hover:bg-raised' : ''
  return <Tag className={`rounded-plate border bg-plate ${hover} ${className}`}>{children}</Tag>
}
