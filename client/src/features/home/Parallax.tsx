import type { ReactNode } from 'react'

const distances = ['[--parallax:80px]', '[--parallax:160px]', '[--parallax:240px]']

/** Moves its content down by 80, 160 or 240 px (by index) while the first screen scrolls away. For decoration only. */
export function Parallax({
  index,
  className,
  children,
}: {
  index: 0 | 1 | 2
  className: string
  children?: ReactNode
}) {
  return (
    <div aria-hidden="true" className={`parallax ${distances[index]} ${className}`}>
      {children}
    </div>
  )
}
