import type { ReactNode } from 'react'

/** A panel with a hairline border and a lighter surface. */
export function Card({
  as: Tag = 'article',
  className,
  children,
}: {
  as?: 'article' | 'div' | 'li'
  className: string
  children: ReactNode
}) {
  return <Tag className={`rounded-plate border bg-plate ${className}`}>{children}</Tag>
}
