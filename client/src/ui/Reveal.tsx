import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'

const cardDelay = 80
const parallaxStep = 80

/**
 * Comes in when its top passes 80% of the window's height: `rise` and `scale` in 1 s, `card` in 0.5 s with a delay by
 * its `index`. What is in view at once, or seen by somebody who wants no motion, is simply there.
 */
export function Reveal({
  as: Tag = 'div',
  kind = 'rise',
  index = 0,
  className = '',
  children,
}: {
  as?: 'div' | 'li' | 'section'
  kind?: 'rise' | 'scale' | 'card'
  index?: number
  className?: string
  children: ReactNode
}) {
  const element = useRef<HTMLElement>(null)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const below = !entry.isIntersecting && entry.boundingClientRect.top >= window.innerHeight
        setWaiting(below)
        if (!below) observer.disconnect()
      },
      { rootMargin: '0px 0px -20% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <Tag
      ref={element as never}
      data-reveal={kind}
      data-waiting={waiting || undefined}
      style={{ '--reveal-delay': `${kind === 'card' ? index * cardDelay : 0}ms` } as CSSProperties}
      className={`reveal ${className}`}
    >
      {children}
    </Tag>
  )
}

/** Moves down 80, 160, 240 px (by its index) while the first screen scrolls away. For decoration only. */
export function Parallax({
  index,
  className = '',
  children,
}: {
  index: number
  className?: string
  children?: ReactNode
}) {
  return (
    <div
      aria-hidden="true"
      style={{ '--parallax': `${parallaxStep * (index + 1)}px` } as CSSProperties}
      className={`parallax ${className}`}
    >
      {children}
    </div>
  )
}
